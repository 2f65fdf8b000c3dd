// SPDX-License-Identifier: MIT

extension Assertion {
    /// The reason why a check is not true.
    struct Finding {
        /// The expectation and the actual value, in a line.
        var message: String
        /// More lines: operands, a difference.
        var details: String?

        /// A finding of which the message says everything.
        init(_ message: String) { self.message = message }

        /// A finding about one value, which the details show if the message had to cut it.
        init(expected: String, got value: Any) {
            let short = ValueText.line(value, limit: ValueText.messageLimit)
            let long = ValueText.line(value)
            message = "expected \(expected), got \(short)"
            details = short == long ? nil : "got: \(long)"
        }

        /// A finding about two values, with a difference if they have several lines.
        init(expected: Any, relation: String = "", actual: Any, showsDifference: Bool = false) {
            let limit = ValueText.messageLimit
            let shortExpected = ValueText.line(expected, limit: limit)
            let shortActual = ValueText.line(actual, limit: limit)
            let longExpected = ValueText.line(expected)
            let longActual = ValueText.line(actual)
            message = "expected \(relation)\(shortExpected), got \(shortActual)"
            if showsDifference, shortExpected != longExpected, shortActual != longActual {
                message = Difference.firstCharacters(expected: expected, actual: actual) ?? message
            }
            var parts: [String] = []
            if shortExpected != longExpected || shortActual != longActual {
                parts = ["expected: \(relation)\(longExpected)", "got: \(longActual)"]
            }
            if showsDifference, let text = Difference.text(expected: expected, actual: actual) {
                // A text that a difference shows line by line need not be shown again.
                if Difference.isByLine(text) {
                    parts = []
                    message = Difference.firstLine(expected: expected, actual: actual) ?? message
                }
                parts.append(text)
            }
            details = parts.isEmpty ? nil : parts.joined(separator: "\n")
        }
    }
}
