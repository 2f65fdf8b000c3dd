// SPDX-License-Identifier: MIT

import Glibc

/// The names of bundles' temporary directories in this run, by which those of dead workers are found.
///
/// Nothing is made before a test asks for it, and nothing is looked for where every worker ended as it should.
enum Scratch {
    /// The variable that says how the path of such a directory begins.
    private static let variable = "RUNNER_SCRATCH"

    /// Where temporary files belong.
    private static var parent: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// How the names of this run's directories begin; the same in a process that was forked later.
    private static let prefix = "testkit-\(getpid())"

    /// Tells the workers to come how to name theirs.
    static func announce() { setenv(variable, "\(parent)/\(prefix)", 1) }

    /// Removes this run's directories.
    static func remove() {
        for name in names(in: parent) where name.hasPrefix(prefix + "-") { remove("\(parent)/\(name)") }
    }

    /// Removes a file or a directory with all that is in it; follows no link, and leaves what it may not remove.
    static func remove(_ path: String) {
        // Fails for a directory, and for no link to one.
        if unlink(path) == 0 { return }
        for name in names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }

    /// Returns the names in a directory; none if it cannot be read.
    static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
