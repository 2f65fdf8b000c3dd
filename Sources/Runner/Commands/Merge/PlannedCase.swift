// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The record of a case in the plan of a file.
struct PlannedCase {
    /// Its identity.
    let identity: [UInt8]
    /// Where its name begins in the identity.
    private let nameStart: Int
    /// The source file; nil where it is not known.
    let path: String?
    /// The line of the declaration; 0 if unknown.
    let line: UInt32

    /// Its name.
    var name: ArraySlice<UInt8> { identity[nameStart...] }

    /// Reads the record of a case of a class.
    init(_ test: JSONValue, ofClass owner: ArraySlice<UInt8>) throws(JSONValue.Fault) {
        // `id` may be how the tools of another framework know it.
        let own = test["testkit"]?["identity"] ?? test["id"]
        identity = own?.withBytes { Array($0) } ?? []
        nameStart = owner.count + 1
        guard identity.count > nameStart, identity[owner.count] == Identity.separator, identity.starts(with: owner)
        else { throw JSONValue.Fault(test["id"], "id: expected the identity of its class, '/' and a name") }
        (path, line) = try Self.place(of: test)
    }

    /// How the tools of another framework know the test of a record, if they do.
    static func foreignIdentity(of record: JSONValue) throws(JSONValue.Fault) -> ForeignIdentity? {
        guard record["testkit"]?["identity"] != nil, let text = record.text("id") else { return nil }
        let place = record["sourceLocation"]
        let line = UInt32(try place?.number(.line, "line") ?? 0)
        let column = UInt32(try place?.number(.line, "column") ?? 0)
        return ForeignIdentity(text: text, fileID: place?.text("fileID") ?? "", line: line, column: column)
    }

    /// Where a record's test is declared.
    static func place(of record: JSONValue) throws(JSONValue.Fault) -> (path: String?, line: UInt32) {
        guard let place = record["sourceLocation"], let path = place.text("filePath") ?? place.text("_filePath"),
            path != "<unknown>"
        else {
            return (nil, 0)
        }
        return (path, UInt32(try place.number(.line, "line") ?? 0))
    }
}
