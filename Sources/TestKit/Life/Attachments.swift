// SPDX-License-Identifier: MIT

import BundleABI

/// Keeps a text with the result of the running case, in a file that the report names.
///
/// The copy is made before this returns, so that a crash loses nothing. May be called on any thread; an attachment that comes
/// after its case has ended is reported as late and kept with its own case. One of more than 64 MB is not kept, with a warning. If a case
/// attaches more than 1000 files or 256 MB, the first and the last are kept and the rest counted.
///
/// - Parameters:
///   - text: The text to keep.
///   - name: The file's name, such as "response.json"; a name that is taken gets a number, and characters that a
///     file's name cannot have are replaced.
/// - Returns: Whether it is kept.
///
/// Rule 42.
@discardableResult
public func attach(_ text: String, named name: String) -> Bool { attach(text.utf8, named: name) }

/// Keeps some bytes, such as Foundation's `Data`, with the result of the running case, in a file that the report names.
///
/// As the form for texts.
///
/// - Parameters:
///   - bytes: The bytes to keep.
///   - name: The file's name.
/// - Returns: Whether it is kept.
@discardableResult
public func attach(_ bytes: some Sequence<UInt8>, named name: String) -> Bool {
    func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let target = AttachmentTarget.current else { return false }
        return target.host.attach(bytes, named: name, of: target.activity)
    }
    let kept = bytes.withContiguousStorageIfAvailable { keep(UnsafeRawBufferPointer($0)) }
    return kept ?? Array(bytes).withUnsafeBytes(keep)
}

/// Keeps a copy of a file, as it is now, with the result of the running case.
///
/// As the form for texts. Only a regular file can be attached.
///
/// - Parameters:
///   - path: Where the file is.
///   - name: The copy's name; the file's own unless given.
/// - Returns: Whether it is kept.
@discardableResult
public func attach(file path: String, named name: String? = nil) -> Bool {
    let name = name ?? path.split(separator: "/").last.map(String.init) ?? path
    guard let target = AttachmentTarget.current else { return false }
    return target.host.attach(file: path, named: name, of: target.activity)
}

/// Adds a property to the result of the running case, such as the ticket that it belongs to, for the event stream, JUnit and HTML.
///
/// ```swift
/// addProperty("ticket", "A-12")
/// ```
///
/// May be called on any thread; a property that comes after its case has ended is lost. If a name is added twice, both values are kept.
///
/// - Parameters:
///   - name: The property's name.
///   - value: Its value.
public func addProperty(_ name: String, _ value: String) {
    guard let activity = Activity.current else { return }
    activity.host.addProperty(name, value, of: activity.identifier)
}

/// The host that keeps an attachment, and the activity that it belongs to.
private struct AttachmentTarget {
    /// The host.
    let host: HostConnection
    /// The activity; without one, the host reports the attachment as belonging to no case.
    let activity: UInt64

    /// The target of this thread; nil without a host.
    static var current: AttachmentTarget? {
        if let activity = Activity.current {
            return AttachmentTarget(host: activity.host, activity: activity.identifier)
        }
        return HostConnection.current.map { AttachmentTarget(host: $0, activity: TESTKIT_NO_ACTIVITY) }
    }
}
