// SPDX-License-Identifier: MIT

/// Which of a class's methods gives the examples of its cases.
///
/// Of the methods by case name the one of the nearest class in the chain counts; without any, the nearest one for the whole
/// class. Within a class the synchronous form comes first.
enum ExampleSource: Int, CaseIterable, Sendable {
    case byName, byNameAsync, wholeClass, wholeClassAsync

    /// The word of each method in a class's metadata, by raw value; nil if that could not be found out.
    private static let words: [Int]? = OverrideTable.words(of: allCases.map(\.probe))

    /// Whether the examples are the same for all cases of the class.
    var isForWholeClass: Bool { self == .wholeClass || self == .wholeClassAsync }

    /// The source of a class's examples.
    init(of type: TestCase.Type) {
        // Its default calls all the others.
        guard let words = Self.words else {
            self = .byNameAsync
            return
        }
        func nearest(of candidates: [ExampleSource]) -> ExampleSource? {
            var link: AnyClass? = type
            while let current = link, current != TestCase.self, let parent = _getSuperclass(current) {
                let (own, inherited) = (ClassMetadata(current), ClassMetadata(parent))
                if let found = candidates.first(where: { own[words[$0.rawValue]] != inherited[words[$0.rawValue]] }) {
                    return found
                }
                link = parent
            }
            return nil
        }
        self = nearest(of: [.byName, .byNameAsync]) ?? nearest(of: [.wholeClass, .wholeClassAsync]) ?? .wholeClass
    }

    /// Reads the examples.
    ///
    /// On the main thread only, which serves the main queue while asynchronous code runs.
    @MainActor
    func read(_ type: TestCase.Type, _ name: String) throws -> [Example] {
        switch self {
        case .byName: return try type.examples(for: name)
        case .wholeClass: return try type.examples()
        case .byNameAsync: return try Self.wait { try await type.examples(for: name) }
        case .wholeClassAsync: return try Self.wait { try await type.examples() }
        }
    }

    /// Reads the examples where the main thread serves no queue.
    @MainActor
    func readAwaiting(_ type: TestCase.Type, _ name: String) async throws -> [Example] {
        switch self {
        case .byName, .wholeClass: try read(type, name)
        case .byNameAsync: try await type.examples(for: name)
        case .wholeClassAsync: try await type.examples()
        }
    }

    /// Waits for what asynchronous code returns.
    @MainActor
    private static func wait(for operation: @escaping () async throws -> [Example]) throws -> [Example] {
        nonisolated(unsafe) var examples: [Example] = []
        try MainLoop.wait { examples = try await operation() }
        return examples
    }

    /// The class that overrides the method alone.
    private var probe: TestCase.Type {
        switch self {
        case .byName: ByNameProbe.self
        case .byNameAsync: ByNameAsyncProbe.self
        case .wholeClass: WholeClassProbe.self
        case .wholeClassAsync: WholeClassAsyncProbe.self
        }
    }

    // Each of these overrides what its name says.

    private final class ByNameProbe: TestCase {
        override class func examples(for name: String) -> [Example] { mark(1) }
    }
    private final class ByNameAsyncProbe: TestCase {
        override class func examples(for name: String) async -> [Example] { mark(2) }
    }
    private final class WholeClassProbe: TestCase { override class func examples() -> [Example] { mark(3) } }
    private final class WholeClassAsyncProbe: TestCase { override class func examples() async -> [Example] { mark(4) } }

    /// Gives each override a body of its own, so that no linker folds two into one.
    @inline(never) private static func mark(_ number: Int) -> [Example] { [Example("\(number)")] }
}
