// SPDX-License-Identifier: MIT

/// Why a case, or a class, did not run.
///
/// It is a value from where it is decided to the last report. Words are made of it for people; nothing is decided by them,
/// since a test may skip itself in the same words.
enum NotRunReason: Hashable, Sendable {
    /// Its name, or its class's, ends in a platform that is not current; nil where it is not known which.
    case platform(String?)
    /// Its suite says that it cannot run here.
    case refused
    /// It said so itself when it ran, in words of its own, if it gave any.
    case skipped(String?)
    /// Its class could not be set up.
    case setUpFailed
    /// Its bundle could not be opened again by a later worker.
    case bundleLost
    /// Enough others had failed (`--fail-fast`).
    case stopped
    /// The run was cut short.
    case cutShort
    /// Merged files tell no result of it, though they may tell that it started.
    case missing(hasStarted: Bool)
    /// Something that another runner, or another version of this one, put into words.
    case other(String)

    /// Whether it was never part of what is to run: it cannot run here.
    var isUnsupported: Bool { self == .refused || isPlatform }

    /// Whether its platform is not current.
    private var isPlatform: Bool { if case .platform = self { true } else { false } }

    /// The platform that is not current, where that is the reason.
    var platform: String? { if case .platform(let name) = self { name } else { nil } }
}

extension NotRunReason {
    /// It in words for people.
    var words: String {
        switch self {
        case .platform(let name): "its platform \(name.map { "\($0) " } ?? "")is not current"
        case .refused: "its suite says that it cannot run here"
        case .skipped(let words): words ?? "no reason given"
        case .setUpFailed: "its class could not be set up"
        case .bundleLost: "its bundle could not be loaded again"
        case .stopped: "the run stopped after a failure (--fail-fast)"
        case .cutShort: "the run was cut short"
        case .missing(let hasStarted): "its result is missing" + (hasStarted ? "; it had started" : "")
        case .other(let words): words
        }
    }

    /// The word for its kind in the event stream; nil where there is none.
    var word: String? {
        switch self {
        case .platform: "platform"
        case .refused: "suite"
        case .skipped: "test"
        case .setUpFailed: "setUp"
        case .bundleLost: "bundle"
        case .stopped: "failFast"
        case .cutShort: "cutShort"
        case .missing(let hasStarted): hasStarted ? "unfinished" : "missing"
        case .other: nil
        }
    }

    /// Reads what the event stream says: the word for the kind, the words for people, and the platform's name.
    ///
    /// Nil where it says nothing. Streams of earlier versions have no word: a test's own words and others are one then.
    init?(word: String?, words: String?, platform: String? = nil) {
        let all: [NotRunReason] = [
            .platform(platform), .refused, .setUpFailed, .bundleLost, .stopped, .cutShort, .missing(hasStarted: true),
            .missing(hasStarted: false),
        ]
        if word == "test" {
            self = .skipped(words)
        } else if let known = all.first(where: { $0.word == word }) {
            self = known
        } else if let words {
            self = .other(words)
        } else {
            return nil
        }
    }
}
