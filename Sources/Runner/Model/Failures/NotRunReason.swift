// SPDX-License-Identifier: MIT

/// The reason why a case, or a class, did not run.
///
/// It stays a value up to the last report. Reporters make words of it for people, and nothing depends on these words, since a
/// test may skip itself with the same words.
public enum NotRunReason: Hashable, Sendable {
    /// Its name or its class's ends in a platform that is not current; nil if the platform is unknown.
    case platform(String?)
    /// Its suite does not support this platform.
    case refused
    /// A rule of the configuration skips it, for a reason.
    case configured(String)
    /// Nothing that it uses has changed since it passed, at a time in words (`--affected`).
    case unchanged(since: String)
    /// It failed, and a rule of the configuration lets that fail nothing: why, and how it ended.
    case forgiven(String)
    /// It was skipped by its own code, with its reason, if it gave one.
    case skipped(String?)
    /// Its class could not be set up.
    case setUpFailed
    /// A set-up that the configuration has for it failed, in words.
    case runSetUpFailed(String)
    /// Its bundle could not be opened again by a later worker.
    case bundleLost
    /// The run stopped after failures (`--fail-fast`).
    case stopped
    /// The run was cut short before its turn.
    case cutShort
    /// It was running when the run was cut short.
    case interrupted
    /// Merged files have no result of it; some may have its start.
    case missing(hasStarted: Bool)
    /// Words of another runner, or of another version of this one.
    case other(String)

    /// Whether it was never part of what is to run: it cannot run here.
    public var isUnsupported: Bool {
        if case .configured = self { return true }
        if isUnchanged { return true }
        return self == .refused || isPlatform
    }

    /// Whether the run was cut short before it came to its end.
    public var isCutShort: Bool { self == .cutShort || self == .interrupted }

    /// Whether it was left out since nothing that it uses has changed.
    public var isUnchanged: Bool { if case .unchanged = self { true } else { false } }

    /// Whether its platform is not current.
    private var isPlatform: Bool { if case .platform = self { true } else { false } }

    /// The platform that is not current, where that is the reason.
    public var platform: String? { if case .platform(let name) = self { name } else { nil } }
}

extension NotRunReason {
    /// The words for people.
    public var words: String {
        switch self {
        case .platform(let name): "its platform \(name.map { "\($0) " } ?? "")is not current"
        case .refused: "its suite does not support this platform (supportsCurrentPlatform)"
        case .configured(let words): "skipped by the configuration: \(words)"
        case .unchanged(let time): "unchanged since \(time)"
        case .forgiven(let words): words
        case .skipped(let words): words ?? "no reason given"
        case .setUpFailed: "its class could not be set up"
        case .runSetUpFailed(let words): words
        case .bundleLost: "its bundle could not be loaded again in a new worker"
        case .stopped: "the run stopped after a failure (--fail-fast)"
        case .cutShort: "the run was cut short"
        case .interrupted: "it was running when the run was cut short"
        case .missing(let hasStarted): "its result is missing" + (hasStarted ? "; it had started" : "")
        case .other(let words): words
        }
    }

    /// The word for its kind in the event stream; nil where there is none.
    public var word: String? {
        switch self {
        case .platform: "platform"
        case .refused: "suite"
        case .configured: "configuration"
        case .unchanged: "unchanged"
        case .forgiven: "forgiven"
        case .skipped: "test"
        case .setUpFailed: "setUp"
        case .runSetUpFailed: "runSetUp"
        case .bundleLost: "bundle"
        case .stopped: "failFast"
        case .cutShort: "cutShort"
        case .interrupted: "interrupted"
        case .missing(let hasStarted): hasStarted ? "unfinished" : "missing"
        case .other: nil
        }
    }

    /// Reads what the event stream says: the word for the kind, the words for people, and the platform's name.
    ///
    /// Nil where it says nothing. Streams of earlier versions have no word: a test's own words and others are one then.
    public init?(word: String?, words: String?, platform: String? = nil) {
        /// The words without those that a reason has before its own.
        func rest(behind prefix: String) -> String {
            words.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 } ?? ""
        }
        let all: [NotRunReason] = [
            .platform(platform), .refused, .setUpFailed, .bundleLost, .stopped, .cutShort, .interrupted,
            .missing(hasStarted: true), .missing(hasStarted: false), .skipped(words), .runSetUpFailed(words ?? ""),
            .forgiven(words ?? ""), .configured(rest(behind: Self.configured("").words)),
            .unchanged(since: rest(behind: Self.unchanged(since: "").words)),
        ]
        if let known = all.first(where: { $0.word == word }) {
            self = known
        } else if let words {
            self = .other(words)
        } else {
            return nil
        }
    }
}
