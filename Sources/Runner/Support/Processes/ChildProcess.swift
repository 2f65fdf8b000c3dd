// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// A program that this process has started, until it has ended.
///
/// It begins with no signal blocked or ignored, except a hang-up that the caller ignores (`nohup`). Its end is known by a descriptor, so
/// nothing here polls.
public struct ChildProcess: ~Copyable {
    /// A program that could not be started.
    public struct NotStarted: Error {
        /// The error number.
        public let code: Int32
        /// The system's words for it.
        public var reason: String { SystemFault.reason(code) }
    }

    /// The result of a wait for a program.
    public enum Event: Equatable {
        /// The program has ended.
        case ended(Exit)
        /// It has not ended within its limit.
        case overran
        /// A signal came that is to end the runner.
        case interrupted(Int32)
    }

    /// The end of a program.
    public enum Exit: Equatable {
        /// With an exit code.
        case exited(Int32)
        /// By a signal.
        case signaled(Int32)

        /// The reason why the program failed, as a clause; nil if it succeeded.
        public var failure: String? {
            switch self {
            case .exited(0): nil
            case .exited(let code): "it ended with exit status \(code)"
            case .signaled(let signal): "it was ended by signal \(signal)"
            }
        }
    }

    /// The time for a program to end after SIGTERM, in milliseconds.
    private static let grace: Int32 = 1000

    /// The time between two looks for the end of one where the kernel has no descriptors of processes, in nanoseconds.
    private static let look: UInt64 = 5_000_000

    /// Its process.
    private let identifier: pid_t
    /// Whether the process leads a group of its own, with all that it starts.
    private let leadsGroup: Bool
    /// The descriptor that becomes readable at its end; nil if the kernel has no such descriptors.
    private let descriptor: FileDescriptor?
    /// The end of the program, once that is known.
    private var exit: Exit?

    /// Starts a program.
    public init(_ launch: Launch) throws(NotStarted) {
        var process: pid_t = 0
        let code = launch.spawn(&process)
        guard code == 0 else { throw NotStarted(code: code) }
        worker_note_child(process)
        (identifier, leadsGroup) = (process, launch.leadsGroup)
        descriptor = FileDescriptor(owning: worker_pidfd(process))
    }

    /// Runs a program to its end, its output in a file; its exit code, or nil if it was not started or was ended by a signal.
    ///
    /// - Parameter tick: Is called each second until then.
    public static func run(_ words: [String], log: String, tick: (() -> Void)? = nil) -> Int32? {
        // In the group of this process: an interrupt at the terminal ends both.
        guard var process = try? ChildProcess(Launch(words, output: .file(log))) else { return nil }
        guard case .ended(.exited(let code)) = process.wait(tick: tick) else { return nil }
        return code
    }

    /// The last line of such a file that says something of an error, or just the last; nil if it is empty.
    public static func lastLine(of log: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        guard let count = try? InputFile(path: log).read(into: &bytes) else { return nil }
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
        return lines.last { $0.contains("error:") } ?? lines.last
    }

    /// Waits for its end.
    public mutating func wait() -> Exit {
        if let exit { return exit }
        var end = worker_end()
        let isKnown = worker_wait(identifier, &end) == 0
        // Other code has waited for it, so its status is unknown here.
        let exit = !isKnown || end.exited != 0 ? Exit.exited(isKnown ? end.value : 0) : .signaled(end.value)
        self.exit = exit
        return exit
    }

    /// Waits for its end, but not longer than some nanoseconds, nor past a signal that is to end the runner.
    ///
    /// - Parameters:
    ///   - interrupts: The descriptor of `Interrupts.watch()`. A stop of the runner (SIGTSTP) stops the program as well.
    ///   - tick: Is called each second.
    public mutating func wait(
        limit: UInt64? = nil, interrupts: Int32? = nil, tick: (() -> Void)? = nil
    ) -> Event {
        var deadline = limit.map { worker_now() &+ $0 }
        while exit == nil {
            var entries = [
                pollfd(fd: descriptor.number ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: interrupts ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let (now, second) = (worker_now(), UInt64(1_000_000_000))
            let left = deadline.map { $0 > now ? $0 - now : 0 }
            let look = descriptor.number == nil ? Self.look : .max
            let turn = min(left ?? .max, tick == nil ? .max : second, look)
            // Rounded up: a wait that ends early would turn around without a pause.
            let isReady = poll(&entries, 2, turn == .max ? -1 : Int32(clamping: turn.advanced(by: 999_999) / 1_000_000))
            if isReady < 0, errno != EINTR { break }
            if entries[0].revents != 0 || descriptor.number == nil && worker_has_ended(identifier) != 0 { break }
            if entries[1].revents != 0 {
                switch worker_next_interrupt(entries[1].fd) {
                case 0, SIGUSR1: break
                case SIGTSTP:
                    let stopped = pause()
                    deadline = deadline.map { $0 &+ stopped }
                case let signal: return .interrupted(signal)
                }
            }
            if let deadline, worker_now() >= deadline { return .overran }
            if isReady == 0, turn != look || look == second { tick?() }
        }
        return .ended(wait())
    }

    /// Asks it to end (SIGTERM), and ends it a second later; of its group, nothing is left then.
    public mutating func end() {
        guard exit == nil else { return }
        signal(SIGTERM)
        _ = LongWait.awaitEnd(of: identifier, descriptor.number, within: Self.grace)
        // Before any wait for it: its number, and so that of its group, may be another's from then on.
        signal(SIGKILL)
        _ = wait()
    }

    /// Sends it a signal, and all of its group.
    public func signal(_ number: Int32) {
        if exit == nil { kill(leadsGroup ? -identifier : identifier, number) }
    }

    /// Stops, with the program, until the user continues the runner; how long that took, in nanoseconds.
    private func pause() -> UInt64 {
        if leadsGroup { signal(SIGSTOP) }
        let start = worker_now()
        worker_stop()
        if leadsGroup { signal(SIGCONT) }
        return worker_now() - start
    }
}
