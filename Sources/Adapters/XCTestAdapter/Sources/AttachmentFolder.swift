// SPDX-License-Identifier: MIT

import Foundation

/// The directory in which Swift Testing leaves what tests attach, one for each class that runs.
struct AttachmentFolder {
    /// Where it is.
    let path: String

    /// How the names begin that the host removes when a worker has died.
    ///
    /// Read when the executable is opened, since the host then removes the variable.
    static let hostPrefix = getenv("RUNNER_SCRATCH").map { String(cString: $0) }

    /// Makes a directory; nil where there is no room for one.
    init?() {
        let prefix = Self.hostPrefix ?? (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/testkit"
        var template = Array("\(prefix)-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { return nil }
        path = String(cString: made)
    }

    /// Gives the host what is there, and removes it.
    func keep(in activity: Activity) {
        for name in names {
            activity.attach(name, path: path + "/" + name)
            unlink(path + "/" + name)
        }
    }

    /// Removes it.
    func remove() {
        for name in names { unlink(path + "/" + name) }
        rmdir(path)
    }

    /// The names of the files in it.
    private var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
