// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerSupport

/// The environment as far as it may change what a test does.
enum AffectedEnvironment {
    /// The variables that differ from one shell to the next and are left out: docs/Affected.md lists them.
    static let ignored: Set<String> = [
        "_", "COLUMNS", "COLORTERM", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "LINES", "OLDPWD", "PWD", "SHLVL",
        "SSH_AGENT_PID", "SSH_AUTH_SOCK", "SSH_CLIENT", "SSH_CONNECTION", "SSH_TTY", "TERM", "TERM_PROGRAM",
        "TERM_PROGRAM_VERSION", "TERM_SESSION_ID", "WAYLAND_DISPLAY", "WINDOWID", "XDG_RUNTIME_DIR", "XDG_SESSION_ID",
    ]

    /// The number that stands for the variables of this process, the directory that it runs in, and its user.
    static func fingerprint() -> UInt64 {
        var lines: [String] = []
        var next = environ
        while let entry = next.pointee {
            lines.append(String(cString: entry))
            next += 1
        }
        var files = FileStates()
        // The C library reads these without a call that is seen.
        for path in ["/etc/localtime", "/etc/passwd", "/etc/group", "/etc/hosts"] {
            lines.append("\(path)=\(files.state(of: path, use: FileStates.looked))")
        }
        return fingerprint(of: lines, directory: FilePath.absolute("."), user: geteuid())
    }

    /// The number that stands for some variables, a directory and a user.
    static func fingerprint(of lines: [String], directory: String, user: uid_t) -> UInt64 {
        var result = Fingerprint()
        for line in lines.sorted() {
            let name = line.prefix { $0 != "=" }
            // Those of the runner itself are settings, or another one in each run.
            if ignored.contains(String(name)) || name.hasPrefix("TESTKIT_") || name == "RUNNER_SCRATCH" { continue }
            result.add(line)
        }
        result.add(directory)
        result.add(UInt64(user))
        return result.value
    }
}
