// SPDX-License-Identifier: MIT

extension JSONValue {
    /// A line that cannot be read.
    struct Fault: Error, Equatable {
        /// The place in the line, as an offset in the text's bytes.
        let offset: Int?
        /// The expectation and the actual text.
        let reason: String

        /// Something about a value.
        init(_ value: JSONValue?, _ reason: String) { (offset, self.reason) = (value?.offset, reason) }

        /// Makes a fault of a line that is not JSON.
        init(_ fault: JSONText.Fault) {
            (offset, reason) = (fault.offset, fault.reason.replacing("file", with: "line"))
        }
    }
}
