// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// A debugger that can be started on the host itself.
public enum Debugger: String, CaseIterable {
    /// The GNU debugger.
    case gdb
    /// LLVM's, which knows Swift.
    case lldb

    /// Replaces this process with the debugger, ready to start the host with the same command line and no isolation.
    ///
    /// Returns only on failure, with the reason.
    public func replaceProcess(_ arguments: [String]) -> SystemFault {
        let own = FilePath.real("/proc/self/exe") ?? "runner"
        let separator = self == .gdb ? "--args" : "--"
        let words = [rawValue, separator, own, "--isolation", "none"] + Self.withoutDebugger(arguments)
        var pointers = words.map { strdup($0) } + [nil]
        worker_heed_write_limit()
        execvp(rawValue, &pointers)
        guard errno == ENOENT else { return SystemFault("failed to start \(rawValue)") }
        return SystemFault("failed to start \(rawValue)", because: absence)
    }

    /// Returns the message about a missing debugger, with the next step.
    private var absence: String {
        switch self {
        case .gdb: "it is in no directory of PATH; install gdb, or use --debugger lldb"
        case .lldb:
            "it is in no directory of PATH; add the toolchain's usr/bin, or use --debugger gdb"
        }
    }

    /// Returns a command line without its options for a debugger and for isolation.
    private static func withoutDebugger(_ arguments: [String]) -> [String] {
        var result: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" { return result + [word] + rest }
            if word == "--debugger" || word == "--isolation" {
                _ = rest.popFirst()
            } else if !word.hasPrefix("--debugger="), !word.hasPrefix("--isolation=") {
                result.append(word)
            }
        }
        return result
    }
}
