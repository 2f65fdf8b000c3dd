// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// The directory for what tests of Swift Testing attach, one for each class that runs.
///
/// Swift Testing writes attachments only to a directory that the user names, and fails the test if it cannot. Without one, none is
/// written, and none fails. So the runner, which keeps all, writes them by itself.
struct AttachmentFolder {
    /// The folder of the class that runs; written on the main thread, while no test runs.
    nonisolated(unsafe) static var current: AttachmentFolder?

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

    /// Writes an attachment; what cannot be written is a warning.
    func write(_ attachment: Attachment<AnyAttachable>, for activity: Activity) {
        let before = Set(names)
        do { _ = try attachment.write(toFileInDirectoryAtPath: path) } catch {
            // A file may have been begun.
            for name in names where !before.contains(name) { unlink(path + "/" + name) }
            let message = "the attachment \(attachment.preferredName) could not be made: \(error)"
            activity.report(TESTKIT_ISSUE_WARNING, message, details: "Swift Testing keeps an empty file, or none.")
        }
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
