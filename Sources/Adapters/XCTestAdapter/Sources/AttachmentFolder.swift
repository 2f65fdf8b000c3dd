// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// The directory for what a test of Swift Testing attaches, until the host has it.
///
/// Swift Testing writes attachments only to a directory that the user names, and fails the test if it cannot. Without one, none is
/// written, and none fails. So the runner, which keeps all, writes them by itself.
enum AttachmentFolder {
    /// The prefix of the names that the host removes when a worker has died.
    ///
    /// Read when the executable is opened, since the host then removes the variable.
    static let hostPrefix = getenv("RUNNER_SCRATCH").map { String(cString: $0) }

    /// Gives the host an attachment; what cannot be written is a warning.
    static func keep(_ attachment: Attachment<AnyAttachable>, in activity: Activity) {
        let prefix = hostPrefix ?? (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/testkit"
        var template = Array("\(prefix)-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { return }
        let path = String(cString: made)
        do {
            let file = try attachment.write(toFileInDirectoryAtPath: path)
            activity.attach(String(file.split(separator: "/").last ?? ""), path: file)
        } catch {
            let message = "the attachment \(attachment.preferredName) could not be made: \(error)"
            activity.report(TESTKIT_ISSUE_WARNING, message, details: "Swift Testing keeps an empty file, or none.")
        }
        // A file may have been begun.
        try? FileManager.default.removeItem(atPath: path)
    }
}
