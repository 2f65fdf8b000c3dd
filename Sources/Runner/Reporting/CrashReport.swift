/// What a worker printed last, parted into what the test wrote and what Swift's runtime had to say of the crash.
///
/// The runtime's report goes to standard error (`swift-backtrace`): a line `*** … Backtracing from …`, the reason, the
/// threads' frames, then registers and images, which help nobody here.
struct CrashReport: Equatable {
    /// What the test wrote.
    let output: String?
    /// Why the runtime thinks it crashed: "Bad pointer dereference at 0x8".
    let reason: String?
    /// The crashed thread's frames, down to the host's own.
    let frames: [String]
    /// The other threads that have frames of anybody else's than the host's: what each is called, and its frames.
    let others: [Thread]

    /// A thread that did not crash.
    struct Thread: Equatable {
        /// "thread 1".
        let title: String
        /// Its frames, down to the host's own.
        var frames: [String] = []
    }

    /// Parts a text.
    init(_ text: String) {
        var parts = Parts()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { parts.take(line) }
        while parts.written.last?.isEmpty == true { parts.written.removeLast() }
        // "Suite.swift:12: Fatal error: …" says more than the signal that Swift's runtime ends the process with.
        let fatal = parts.written.last { $0.contains("Fatal error: ") }.map(String.init)
        // What follows is the number of the process that sent it, as if it were an address.
        let told = parts.reason?.hasPrefix("Aborted at ") == true ? nil : parts.reason
        output = parts.written.isEmpty ? nil : parts.written.joined(separator: "\n")
        reason = fatal ?? told
        frames = parts.frames
        others = parts.others.filter { !$0.frames.isEmpty }
    }

    /// What has been read, line by line.
    private struct Parts {
        /// The words before the address that the runtime began at.
        private static let start = ": Backtracing from "
        /// The words before the reason.
        private static let crashed = "*** Program crashed: "

        /// Where the next line stands.
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

        /// The lines before the report.
        var written: [Substring] = []
        /// The reason.
        var reason: String?
        /// The crashed thread's frames.
        var frames: [String] = []
        /// The other threads.
        var others: [Thread] = []
        /// Where the next line stands.
        private var place = Place.text

        /// Takes the next line.
        mutating func take(_ line: Substring) {
            if line.hasPrefix("*** "), line.contains(Self.start) { place = .report }
            if place == .text { return written.append(line) }
            if line.hasPrefix(Self.crashed) {
                reason = line.dropFirst(Self.crashed.count).split(separator: " ***").first.map(String.init)
            } else if line.hasPrefix("Thread ") {
                place = line.contains(" crashed") ? .crashedThread : .otherThread
                if place == .otherThread { others.append(Thread(title: CrashReport.title(line))) }
            } else if line.hasPrefix("Registers:") {
                place = .report
            } else if place != .report, let frame = CrashReport.frame(line) {
                take(frame: frame)
            }
        }

        /// Takes a frame of the thread that is being told.
        private mutating func take(frame: String) {
            // From the first frame of the host or of TestKit's machinery on, it is the same for every case.
            if frame.contains(" in runner") || frame.contains("/Sources/TestKit/Life/") {
                place = .report
            } else if place == .crashedThread {
                frames.append(frame)
            } else {
                others[others.count - 1].frames.append(frame)
            }
        }
    }

    /// The backtrace, as an issue's details; of all threads where the process did not crash, but was stuck.
    ///
    /// Nil if there is none.
    func backtrace(ofAllThreads: Bool) -> String? {
        var lines = frames.isEmpty ? [] : ["backtrace:"] + frames.map { "  \($0)" }
        for thread in ofAllThreads ? others : [] { lines += ["\(thread.title):"] + thread.frames.map { "  \($0)" } }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// What a thread is called whose frames follow: its line, `Thread 1 "pool":`, without the colon.
    private static func title(_ line: Substring) -> String {
        "t" + (line.lastIndex(of: ":").map { line[..<$0] } ?? line).dropFirst()
    }

    /// A frame's line without its number, kind and address: "function + offset in image at file:line:column".
    private static func frame(_ line: Substring) -> String? {
        guard let address = line.firstRange(of: "0x"),
            line.drop(while: { $0 == " " }).first?.isNumber == true
        else { return nil }
        let rest = line[address.lowerBound...].drop { $0 != " " }
        return rest.isEmpty ? nil : String(rest.dropFirst())
    }
}

extension Issue {
    /// The issue with what a worker's last words say of it: why it crashed, and where.
    func explained(by report: CrashReport) -> Issue {
        var issue = self
        if kind == .crash, let reason = report.reason { issue.message += ": \(reason)" }
        if let backtrace = report.backtrace(ofAllThreads: kind == .timeout) { issue.details = backtrace }
        return issue
    }
}
