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

    /// The words before the address that the runtime began at.
    private static let start = ": Backtracing from "
    /// The words around the reason.
    private static let crashed = "*** Program crashed: "

    /// Parts a text.
    init(_ text: String) {
        var written: [Substring] = []
        var frames: [String] = []
        var reason: String?
        var isReport = false
        var others: [Thread] = []
        var isInCrashedThread = false
        var isInOtherThread = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("*** "), line.contains(Self.start) { isReport = true }
            guard isReport else {
                written.append(line)
                continue
            }
            if line.hasPrefix(Self.crashed) {
                reason = line.dropFirst(Self.crashed.count).split(separator: " ***").first.map(String.init)
            } else if line.hasPrefix("Thread ") {
                isInCrashedThread = line.contains(" crashed")
                isInOtherThread = !isInCrashedThread
                if isInOtherThread { others.append(Thread(title: Self.title(line))) }
            } else if line.hasPrefix("Registers:") {
                (isInCrashedThread, isInOtherThread) = (false, false)
            } else if isInCrashedThread || isInOtherThread, let frame = Self.frame(line) {
                // From the first frame of the host or of TestKit's machinery on, it is the same for every case.
                if frame.contains(" in runner") || frame.contains("/Sources/TestKit/Life/") {
                    (isInCrashedThread, isInOtherThread) = (false, false)
                } else if isInCrashedThread {
                    frames.append(frame)
                } else {
                    others[others.count - 1].frames.append(frame)
                }
            }
        }
        while written.last?.isEmpty == true { written.removeLast() }
        // "Suite.swift:12: Fatal error: …" says more than the signal that Swift's runtime ends the process with.
        if let fatal = written.last(where: { $0.contains("Fatal error: ") }) { reason = String(fatal) }
        // What follows is the number of the process that sent it, as if it were an address.
        if reason?.hasPrefix("Aborted at ") == true { reason = nil }
        output = written.isEmpty ? nil : written.joined(separator: "\n")
        self.reason = reason
        self.frames = frames
        self.others = others.filter { !$0.frames.isEmpty }
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
