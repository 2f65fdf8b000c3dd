// SPDX-License-Identifier: MIT

/// A block that a case runs in its tear-down.
///
/// Rule 43.
enum TearDownBlock: Sendable {
    /// Runs on the main thread.
    case synchronous(@Sendable () throws -> Void)
    /// Is awaited while the main thread serves its loop.
    case asynchronous(@Sendable () async throws -> Void)

    /// Runs it.
    @MainActor
    func run() throws {
        switch self {
        case .synchronous(let block): try block()
        case .asynchronous(let block): try MainLoop.wait(for: block)
        }
    }
}

/// Adds a block to the tear-down of the current case, which runs in any case.
///
/// The blocks run on the main thread after `tearDownTestCase`, the last added first. A block that throws, or in which an
/// assertion fails, fails the case, and the others run nevertheless. A block that `setUpTest` or a class hook adds runs at
/// the class's end. Outside of all tests the block is not kept, and nothing reports that. May be called on
/// any thread that belongs to the case.
public func addTearDown(_ block: @escaping @Sendable () throws -> Void) {
    Activity.current?.add(.synchronous(block))
}

/// The `async` form: the main thread serves its loop while the block is awaited.
public func addTearDown(_ block: @escaping @Sendable () async throws -> Void) {
    Activity.current?.add(.asynchronous(block))
}

extension Activity {
    /// Keeps a block for the activity's end.
    func add(_ block: TearDownBlock) { withExtras { $0.tearDowns.append(block) } }
}
