// SPDX-License-Identifier: MIT

import RunnerSupport

/// A property that a case gives its own result, such as a ticket's number.
public struct CaseProperty: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: String

    /// Makes one from its parts.
    public init(name: String, value: String) { (self.name, self.value) = (name, value) }

    /// Reads one of the event stream; nil where it is none.
    public init?(_ value: JSONValue) {
        guard let name = value.text("name"), let own = value.text("value") else { return nil }
        self.init(name: name, value: own)
    }

    /// Writes it as the event stream has it.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("name", name)
        json.member("value", value)
        json.endObject()
    }
}
