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

    /// Files that the C library reads without a call that is seen: docs/Affected.md lists them.
    private static let files = [
        "/etc/localtime", "/etc/timezone", "/usr/share/zoneinfo/tzdata.zi", "/etc/passwd", "/etc/group", "/etc/hosts",
        "/etc/nsswitch.conf", "/etc/services", "/etc/protocols",
    ]

    /// The number that represents the variables of this process, the directory that it runs in, and its user.
    static func fingerprint(_ root: CheckoutRoot) -> UInt64 {
        var lines: [String] = []
        var next = environ
        while let entry = next.pointee {
            lines.append(String(cString: entry))
            next += 1
        }
        var files = FileStates()
        for path in Self.files {
            lines.append("\(path)=\(files.state(of: path, use: FileStates.looked))")
        }
        return fingerprint(of: lines, root, directory: FilePath.working ?? "", user: geteuid())
    }

    /// The number that represents some variables, a directory and a user.
    static func fingerprint(
        of lines: [String], _ root: CheckoutRoot = CheckoutRoot(of: nil), directory: String, user: uid_t
    ) -> UInt64 {
        var result = Fingerprint()
        for line in lines.sorted() {
            let name = line.prefix { $0 != "=" }
            // Those of the runner itself are settings, or another one in each run.
            if ignored.contains(String(name)) || name.hasPrefix("TESTKIT_") || name == "RUNNER_SCRATCH" { continue }
            // Paths of the package are others in another checkout.
            result.add(root.path.map { line.replacing($0 + "/", with: "./") } ?? line)
        }
        result.add(root.recorded(directory))
        result.add(UInt64(user))
        return result.value
    }
}
