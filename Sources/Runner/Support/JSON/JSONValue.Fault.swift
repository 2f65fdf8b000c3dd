// SPDX-License-Identifier: MIT

extension JSONValue {
    /// A line that cannot be read.
    package struct Fault: Error, Equatable {
        /// The place in the line, as an offset in the text's bytes.
        package let offset: Int?
        /// The expectation and the actual text.
        package let reason: String

        /// Something about a value.
        package init(_ value: JSONValue?, _ reason: String) { (offset, self.reason) = (value?.offset, reason) }

        /// Makes a fault of a line that is not JSON.
        package init(_ fault: JSONText.Fault) {
            (offset, reason) = (fault.offset, fault.reason.replacing("file", with: "line"))
        }
    }
}
