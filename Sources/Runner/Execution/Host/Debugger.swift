// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// A debugger that can be started on the host itself.
enum Debugger: String, CaseIterable {
    /// The GNU debugger.
    case gdb
    /// LLVM's, which knows Swift.
    case lldb

    /// Becomes the debugger, which is ready to start the host with the same command line and no isolation.
    ///
    /// Returns only if that could not be done, with why.
    func replaceProcess(_ arguments: [String]) -> SystemFault {
        let own = realpath("/proc/self/exe", nil).map { String(cString: $0) } ?? "runner"
        let separator = self == .gdb ? "--args" : "--"
        let words = [rawValue, separator, own, "--isolation", "none"] + Self.withoutDebugger(arguments)
        var pointers = words.map { strdup($0) } + [nil]
        worker_heed_write_limit()
        execvp(rawValue, &pointers)
        guard errno == ENOENT else { return SystemFault("failed to start \(rawValue)") }
        return SystemFault("failed to start \(rawValue)", because: absence)
    }

    /// Says that it is not there, and what to do.
    private var absence: String {
        switch self {
        case .gdb: "no directory of PATH has it; install gdb, or use --debugger lldb"
        case .lldb:
            "no directory of PATH has it; Swift's toolchain has it beside swiftc, in usr/bin. gdb does, too: --debugger gdb"
        }
    }

    /// A command line less the option that asks for a debugger, and less another isolation.
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
