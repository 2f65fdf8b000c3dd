// SPDX-License-Identifier: MIT

import RunnerSupport

/// The last output of a worker, split into the test's output and the runtime's report of the crash.
///
/// The runtime's report goes to standard error (`swift-backtrace`): a line `*** … Backtracing from …`, the reason, the
/// threads' frames, then registers and images, which help no reader here.
public struct CrashReport: Equatable {
    /// The output of the test.
    public let output: String?
    /// The runtime's reason for the crash: "Bad pointer dereference at 0x8".
    let reason: String?
    /// The last that it wrote, if it ended itself.
    private let lastWords: String?
    /// The crashed thread's frames.
    let stack: CallStack
    /// The other threads that have frames outside of the host: the name of each, and its frames.
    let others: [Thread]

    /// A thread that did not crash.
    struct Thread: Equatable {
        /// "thread 1".
        let title: String
        /// Its frames.
        var stack = CallStack()
    }

    /// Parts a text.
    public init(_ text: String) {
        var parts = Parts()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { parts.take(line) }
        if parts.endsInHeadline { parts.written.removeLast() }
        while parts.written.last?.isEmpty == true { parts.written.removeLast() }
        // By these the runtime ends the process after a message; the rest of "Aborted at" is the number of the process that sent
        // the signal, written like an address.
        let isDeliberate = Self.deliberate.contains { parts.reason?.hasPrefix($0) ?? true }
        let reported = parts.reason?.hasPrefix(Self.aborted) == true ? nil : parts.reason
        let fatal = isDeliberate && parts.failure == nil ? parts.fatalError : nil
        lastWords = isDeliberate ? parts.lastWords : nil
        output = parts.written.isEmpty ? nil : parts.output.joined(separator: "\n")
        reason = parts.failure ?? fatal ?? reported
        stack = parts.stack
        others = parts.others.filter { !$0.stack.relevant.isEmpty }
    }

    /// The prefixes of the reasons of processes that Swift's runtime ended after a message.
    private static let deliberate = ["Illegal instruction", "System trap", aborted]
    /// The prefix of the reason of a process that was sent a signal.
    private static let aborted = "Aborted at "

    /// The parts read so far, line by line.
    private struct Parts {
        /// The words of Swift's runtime and of the C library's `assert` before they end the process, followed by a message if there
        /// is one.
        private static let fatal = ["Fatal error", "Precondition failed", "Assertion failed", "Assertion `"]

        /// The message of the runtime, if there is one: "Suite.swift:12: Fatal error: …", without the place, which may be in Swift's
        /// own library; with its further lines, since the process ends after it.
        var fatalError: String? {
            for index in written.indices.reversed() {
                guard let message = Self.message(in: written[index]) else { continue }
                return message.hasPrefix("Assertion `") ? message : message + further(behind: index)
            }
            return nil
        }

        /// The lines of a message after its first one, each after a line break; none if the message would be very long.
        private func further(behind index: Int) -> String {
            let lines = written[(index + 1)...]
            return lines.count > Self.messageLimit ? "" : lines.map { "\n" + $0 }.joined()
        }

        /// The most further lines of a message.
        private static let messageLimit = 20

        /// The last that was written before the process ended; a message of several lines in one.
        var lastWords: String? {
            guard let last = written.last else { return nil }
            for index in written.indices.suffix(Self.messageLimit).dropFirst() {
                guard let what = Self.rest(of: written[index], behind: "  what():  ") else { continue }
                let before = written[index - 1]
                if before.hasPrefix("terminate called ") { return "\(before): \(what)" + further(behind: index) }
            }
            // The stacks of both accesses are between the message and its end.
            let access = written.suffix(Self.accessLimit).last { $0.hasPrefix("Simultaneous accesses to ") }
            let words = last == "Fatal access conflict detected." ? access ?? last : last
            return String(words.last == "." ? words.dropLast() : words)
        }

        /// The most lines of the message about two accesses.
        private static let accessLimit = 200

        /// The test's own output: without the frames in the runtime's message about two accesses, which have no names there.
        var output: [Substring] {
            guard written.last == "Fatal access conflict detected.",
                let start = written.lastIndex(where: { $0.hasPrefix("Simultaneous accesses to ") })
            else { return written }
            return written[..<start] + written[start...].filter { $0.first?.isNumber != true }
        }

        /// The rest of a line after its beginning.
        private static func rest(of line: Substring, behind words: String) -> Substring? {
            line.hasPrefix(words) ? line.dropFirst(words.count) : nil
        }

        /// The message of the runtime in a line of output; nil if it has none.
        private static func message(in line: Substring) -> String? {
            for words in fatal {
                for range in line.ranges(of: words) {
                    let rest = line[range.upperBound...]
                    if words.hasSuffix("`") ? rest.contains("' failed") : rest.isEmpty || rest.hasPrefix(": ") {
                        return String(line[range.lowerBound...])
                    }
                }
            }
            return nil
        }

        /// The words before the address that the runtime began at, where it knows that.
        private static let start = ": Backtracing"
        /// The words before the reason.
        private static let crashed = "*** Program crashed: "
        /// The words before the reason of a check that the compiler put in without a message, as of an overflow.
        private static let failed = "*** Swift runtime failure: "
        /// The words of the runtime about a thread that ended while it stopped all of them, before it reports.
        private static let unstopped = "swift-runtime: failed to suspend thread "

        /// The place of the next line.
        private enum Place {
            /// Before the report.
            case text
            /// In the report, between threads.
            case report
            /// In the crashed thread's frames.
            case crashedThread
            /// In another thread's.
            case otherThread
        }

        /// Whether the last line is the beginning of a report that the process was ended at.
        var endsInHeadline: Bool {
            guard place == .text, let last = written.last, last.hasPrefix("***") else { return false }
            return Self.headline.hasPrefix(last) || last.hasPrefix(Self.headline)
        }

        /// The words that a report begins with, before the number of the signal.
        private static let headline = "*** Signal "

        /// The lines before the report.
        var written: [Substring] = []
        /// The reason.
        var reason: String?
        /// The check that failed, if it has no message.
        var failure: String?
        /// The crashed thread's frames.
        var stack = CallStack()
        /// The other threads.
        var others: [Thread] = []
        /// The place of the next line.
        private var place = Place.text

        /// Takes the next line.
        mutating func take(_ line: Substring) {
            if line.hasPrefix("*** "), line.contains(Self.start) {
                place = .report
            } else if place == .text {
                if !line.hasPrefix(Self.unstopped) { written.append(line) }
            } else if let words = Self.rest(of: line, behind: Self.crashed) {
                reason = Self.withoutStars(words)
            } else if let words = Self.rest(of: line, behind: Self.failed) {
                failure = Self.withoutStars(words).map { "Swift runtime failure: \($0)" }
            } else if line.hasPrefix("Thread ") {
                place = line.contains(" crashed") ? .crashedThread : .otherThread
                if place == .otherThread { others.append(Thread(title: CrashReport.title(line))) }
            } else if line.hasPrefix("Registers:") {
                place = .report
            } else if place != .report, let frame = StackFrame(line) {
                take(frame: frame)
            }
        }

        /// Returns a headline without the stars after it.
        private static func withoutStars(_ words: Substring) -> String? {
            words.split(separator: " ***").first.map(String.init)
        }

        /// Takes a frame of the current thread.
        private mutating func take(frame: StackFrame) {
            if place == .crashedThread {
                stack.entries.append(.frame(frame))
            } else {
                others[others.count - 1].stack.entries.append(.frame(frame))
            }
        }
    }

    /// The backtrace, as an issue's details; of all threads where the process did not crash, but was stuck.
    ///
    /// `walked` is what the process itself found by its libraries' tables, thread by thread. Nil if there is none.
    func backtrace(_ walked: [CallStack] = [], ofAllThreads: Bool) -> String? {
        let (crashed, others) = (crashed(walked), ofAllThreads ? others(walked) : [])
        // The stack of a thread that waits for tasks is no help where the tasks are known.
        let isShown = crashed.isAnybodys || !others.contains(where: \.stack.isTask)
        let first = isShown ? crashed.relevant.lines : []
        var lines = first.isEmpty ? [] : ["backtrace:"] + first.map { "  \($0)" }
        for thread in others {
            lines += ["\(thread.title):"] + thread.stack.relevant.lines.map { "  \($0)" }
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// Where in the suite's sources the process was.
    ///
    /// For a stuck process, another thread may show the place if the first one is not in suite code.
    func place(_ walked: [CallStack], ofAllThreads: Bool) -> StackFrame? {
        if let place = crashed(walked).place { return place }
        return ofAllThreads ? others(walked).lazy.compactMap(\.stack.place).first : nil
    }

    /// The reason of its crash: if it ended in a function that writes a message, the last message.
    ///
    /// Swift's runtime does so about a cast that failed, the C++ library about an exception, and the C library about its heap.
    func reason(_ walked: [CallStack]) -> String? {
        if walked.first?.hasOverflowed == true { return "Stack overflow" }
        return reason ?? (crashed(walked).hasSpoken ? lastWords : nil)
    }

    /// The crashed thread as both walks know it.
    private func crashed(_ walked: [CallStack]) -> CallStack { (walked.first ?? CallStack()).joined(with: stack) }

    /// The other threads as both walks know them: one that only the process itself could report is shown if it is in
    /// the suite's code.
    private func others(_ walked: [CallStack]) -> [Thread] {
        var rest = Array(walked.dropFirst())
        var threads = others.map { thread in
            var thread = thread
            if let index = rest.firstIndex(where: { $0.isSameThread(as: thread.stack) }) {
                thread.stack = rest.remove(at: index).joined(with: thread.stack)
            }
            return thread
        }
        for stack in rest where stack.isAnybodys {
            threads.append(
                stack.isTask
                    ? Thread(title: "a task that waits", stack: stack.ofTask)
                    : Thread(title: "another thread", stack: stack))
        }
        // By both walks together: one alone may have lost the frames that say so.
        return threads.filter { !$0.stack.isIdle }
    }

    /// Returns the name of a thread whose frames follow: its line, `Thread 1 "pool":`, without the colon.
    private static func title(_ line: Substring) -> String {
        "t" + (line.lastIndex(of: ":").map { line[..<$0] } ?? line).dropFirst()
    }
}

extension Issue {
    /// Returns the issue with a worker's last report: the cause and the place of the crash.
    public func explained(by report: CrashReport) -> Issue {
        var issue = self
        // A reader wants the reason first.
        if kind == .crash, let reason = report.reason(stacks) {
            issue.message = reason + (reason.contains("\n") ? "\n" : "; ") + message
        }
        let isStuck = kind == .timeout || kind == .warning
        if let backtrace = report.backtrace(stacks, ofAllThreads: isStuck) { issue.details = backtrace }
        if let place = report.place(stacks, ofAllThreads: isStuck) { issue.locate(at: place) }
        return issue
    }

    /// Gives the issue the place of a frame; the last one that an assertion saw becomes a detail.
    private mutating func locate(at frame: StackFrame) {
        if isLastKnownLocation, let file, line > 0, file != frame.file || line != frame.line {
            details = [details, "last known line: \(file):\(line)"].compactMap(\.self).joined(separator: "\n")
        }
        file = frame.file
        line = frame.line
        column = frame.column
        isLastKnownLocation = false
    }
}
