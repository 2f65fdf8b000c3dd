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
        var isInCrashedThread = false
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
            } else if line.hasPrefix("Registers:") {
                isInCrashedThread = false
            } else if isInCrashedThread, let frame = Self.frame(line) {
                // From the first frame of the host or of TestKit's machinery on, it is the same for every case.
                let isOurs = frame.contains(" in runner") || frame.contains("/Sources/TestKit/Life/")
                if isOurs { isInCrashedThread = false } else { frames.append(frame) }
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
        if !report.frames.isEmpty {
            issue.details = "backtrace:\n" + report.frames.map { "  \($0)" }.joined(separator: "\n")
        }
        return issue
    }
}
