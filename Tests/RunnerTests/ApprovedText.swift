// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A text that somebody has read and approved, in a file of the checkout.
struct ApprovedText {
    /// The file: "Tests/Messages.txt".
    let name: String

    /// Expects that a text is the approved one.
    ///
    /// With `RECORD_MESSAGES` it becomes that, and the test fails, so that somebody reads it.
    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let path = Checkout.path(name)
        if ProcessInfo.processInfo.environment["RECORD_MESSAGES"] != nil {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            Testing.Issue.record(
                "recorded \(name): read it, and run again without RECORD_MESSAGES", sourceLocation: sourceLocation)
            return
        }
        let approved = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let (new, old) = (text.components(separatedBy: "\n"), approved.components(separatedBy: "\n"))
        let changes = new.difference(from: old).map { change in
            switch change {
            case .insert(let place, let line, _): "+\(place + 1) \(line)"
            case .remove(let place, let line, _): "-\(place + 1) \(line)"
            }
        }
        #expect(
            changes.isEmpty, "RECORD_MESSAGES=1 writes \(name) anew:\n\(changes.joined(separator: "\n"))",
            sourceLocation: sourceLocation)
    }
}
