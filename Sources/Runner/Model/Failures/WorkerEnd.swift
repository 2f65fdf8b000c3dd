// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

extension worker_end {
    /// Whether it is the end of a worker that has finished its work.
    public var isClean: Bool { exited == 1 && value == 0 }

    /// Whether it ended by a fault of its own, and not by a signal of the host after its limit.
    public var isCrash: Bool {
        exited == 0 && [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS].contains(value)
    }

    /// The end in words that follow "the worker" or "it".
    public var description: String {
        if exited == 1 { return "ended the process with exit status \(value)" }
        return "was ended by \(Self.signalName(value))"
    }

    /// "SIGSEGV (segmentation fault)".
    static func signalName(_ signal: Int32) -> String {
        let names: [Int32: String] = [
            SIGSEGV: "SIGSEGV (invalid memory reference)", SIGBUS: "SIGBUS (bad memory access)",
            SIGFPE: "SIGFPE (arithmetic exception)",
            SIGILL: "SIGILL (illegal instruction, as a Swift runtime check raises)",
            SIGTRAP: "SIGTRAP (trap, as a Swift runtime check raises)", SIGABRT: "SIGABRT (abort)",
            SIGKILL: "SIGKILL (killed from outside, or out of memory)", SIGTERM: "SIGTERM (termination)",
            SIGSYS: "SIGSYS (forbidden system call)", SIGPIPE: "SIGPIPE (write to a closed pipe)",
            SIGINT: "SIGINT (interrupt)", SIGXCPU: "SIGXCPU (processor time limit)", SIGALRM: "SIGALRM (alarm)",
        ]
        if let name = names[signal] { return name }
        return shortName(ofSignal: signal) ?? "signal \(signal)"
    }

    /// "SIGSEGV"; nil for a number without a name.
    static func shortName(ofSignal signal: Int32) -> String? {
        worker_signal_name(signal).map { "SIG" + String(cString: $0) }
    }
}
