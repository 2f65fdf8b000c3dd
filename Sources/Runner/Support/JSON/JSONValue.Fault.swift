// SPDX-License-Identifier: MIT

extension JSONValue {
    /// A line that cannot be read.
    public struct Fault: Error, Equatable {
        /// The place in the line, as an offset in the text's bytes.
        public let offset: Int?
        /// The expectation and the actual text.
        public let reason: String

        /// Something about a value.
        public init(_ value: JSONValue?, _ reason: String) { (offset, self.reason) = (value?.offset, reason) }

        /// Makes a fault of a line that is not JSON.
        public init(_ fault: JSONText.Fault) {
            (offset, reason) = (fault.offset, fault.reason.replacing("file", with: "line"))
        }
    }
}
