// SPDX-License-Identifier: MIT

import Glibc

/// The path of the current case's own directory, made at the first call and removed after the case.
///
/// It is in `TMPDIR`, or in `/tmp`. A directory that `setUpTest` asks for is removed at the class's end; each case still has its own. If a
/// worker dies, the host removes it at the end of the run. May be called on any thread that
/// belongs to the case.
///
/// - Throws: ``TemporaryDirectoryError`` if it cannot be made, or outside of all tests.
public func temporaryDirectory() throws -> String {
    guard let activity = Activity.current else { throw TemporaryDirectoryError(reason: "no test is running") }
    let path = try activity.withExtras { extras throws -> String in
        if let path = extras.temporaryDirectory { return path }
        let path = try TemporaryDirectory.make()
        extras.temporaryDirectory = path
        return path
    }
    return path
}

/// The reason why there is no temporary directory.
public struct TemporaryDirectoryError: Error, CustomStringConvertible {
    /// The reason, for people.
    let reason: String
    /// For people.
    public var description: String { "failed to make a temporary directory: \(reason)" }
}

/// Makes and removes directories, without Foundation.
///
/// Rule 43.
enum TemporaryDirectory {
    /// The prefix of the paths by which the host finds directories when a worker has died; nil without a host.
    ///
    /// Read when the host connects: it hides its variables from the code of test executables.
    static let hostPrefix = getenv("RUNNER_SCRATCH").map { String(cString: $0) }

    /// Makes a new one; returns its path.
    static func make() throws(TemporaryDirectoryError) -> String {
        let prefix = hostPrefix ?? (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/testkit"
        var template = Array("\(prefix)-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else {
            throw TemporaryDirectoryError(reason: "\(prefix)-XXXXXX: \(String(cString: strerror(errno)))")
        }
        return String(cString: path)
    }

    /// Removes a file or a directory with all that is in it; follows no link, and leaves what it may not remove.
    static func remove(_ path: String) {
        // Fails for a directory, but not for a link to one.
        if unlink(path) == 0 { return }
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
                }
                if name != ".", name != ".." { remove("\(path)/\(name)") }
            }
            closedir(directory)
        }
        rmdir(path)
    }
}
