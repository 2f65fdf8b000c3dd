// SPDX-License-Identifier: MIT

/// The reason why a test runs although only affected ones do.
public enum RunCause: Equatable, Sendable {
    /// There is no record of a run in which it passed.
    case unrecorded
    /// It uses what no record shows.
    case unseen(UnseenUse)
    /// Something of its bundle changed that belongs to no function.
    case bundle
    /// A name changed, and a library finds types by their names for it.
    case names
    /// A library that its bundle needs changed.
    case libraries
    /// The environment changed.
    case environment
    /// The settings of the run or of the test changed.
    case settings
    /// A function that it enters changed, or is gone.
    case function(String)
    /// A file that it uses changed.
    case file(String)

    /// The words for people; a function's name is as the linker knows it.
    public var words: String {
        switch self {
        case .unrecorded: "no record of a run in which it passed"
        case .unseen(let use): "always runs: \(use.words)"
        case .bundle: "its bundle changed"
        case .names: "names of types changed, and a library finds types by name for it"
        case .libraries: "a library that its bundle needs changed"
        case .environment: "the environment changed"
        case .settings: "the settings of the run or of the test changed"
        case .function(let name): "\(name) changed"
        case .file(let path): "\(path) changed"
        }
    }
}

extension ReachRecord {
    /// The reason why a test must run; nil where nothing that it used has changed.
    ///
    /// - Parameters:
    ///   - context: The present context.
    ///   - isPresent: Whether a function is as it was.
    ///   - isUnchanged: Whether a file is as it was.
    public func cause(
        ofRunning identity: String, in context: Context, isPresent: (Function) -> Bool, isUnchanged: (File) -> Bool
    ) -> RunCause? {
        guard let test = tests[identity], !test.unseen.contains(.failed) else { return .unrecorded }
        if !test.unseen.isEmpty { return .unseen(test.unseen) }
        let former = contexts[test.context]
        // The most informative reason first.
        for number in test.functions where !isPresent(functions[number]) { return .function(functions[number].name) }
        for number in test.files where !isUnchanged(files[number]) { return .file(files[number].path) }
        if former.bundle != context.bundle { return .bundle }
        if former.names != 0, former.names != context.names { return .names }
        if former.libraries != context.libraries { return .libraries }
        if former.settings != context.settings { return .settings }
        if former.environment != context.environment { return .environment }
        return nil
    }

    /// The functions that a test entered and that are not as they were, those that the fewest tests enter first.
    public func changedFunctions(of identity: String, isPresent: (Function) -> Bool) -> [(Function, entries: Int)] {
        guard let test = tests[identity] else { return [] }
        let counts = entryCounts
        return test.functions.filter { !isPresent(functions[$0]) }.sorted { (counts[$0], $0) < (counts[$1], $1) }
            .map { (functions[$0], counts[$0]) }
    }
}
