/// Writes JSON text, in the order of its calls; the host does without Foundation.
struct JSONWriter {
    /// The text written so far.
    private(set) var text = ""
    /// Whether the next value needs a comma before it.
    private var needsComma = false

    /// Writes the comma before a value, if it needs one.
    private mutating func separate() {
        if needsComma { text += "," }
        needsComma = true
    }

    /// Opens an object.
    mutating func beginObject() {
        separate()
        text += "{"
        needsComma = false
    }

    /// Closes an object.
    mutating func endObject() {
        text += "}"
        needsComma = true
    }

    /// Opens an array.
    mutating func beginArray() {
        separate()
        text += "["
        needsComma = false
    }

    /// Closes an array.
    mutating func endArray() {
        text += "]"
        needsComma = true
    }

    /// A member's name; its value follows.
    mutating func key(_ name: String) {
        separate()
        quote(name)
        text += ":"
        needsComma = false
    }

    /// A member that is a text, or null.
    mutating func member(_ name: String, _ value: String?) {
        key(name)
        separate()
        if let value { quote(value) } else { text += "null" }
    }

    /// A member that is a number.
    mutating func member(_ name: String, _ value: Int) {
        key(name)
        separate()
        text += String(value)
    }

    /// A member that is true or false.
    mutating func member(_ name: String, _ value: Bool) {
        key(name)
        separate()
        text += value ? "true" : "false"
    }

    /// A member that is a time in seconds, given in nanoseconds; all nine decimals are written.
    mutating func member(_ name: String, nanoseconds: UInt64) {
        key(name)
        separate()
        let fraction = String(nanoseconds % 1_000_000_000)
        text += "\(nanoseconds / 1_000_000_000)." + String(repeating: "0", count: 9 - fraction.count) + fraction
    }

    /// A member that is an array of texts.
    mutating func member(_ name: String, _ values: [String]) {
        key(name)
        beginArray()
        for value in values {
            separate()
            quote(value)
        }
        endArray()
    }

    /// A member whose value is JSON already.
    mutating func member(_ name: String, json: String) {
        key(name)
        separate()
        text += json
    }

    /// An array, of which each element is written by a function.
    mutating func array<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    /// An element of an array that is a text, or null.
    mutating func element(_ value: String?) {
        separate()
        if let value { quote(value) } else { text += "null" }
    }

    /// An element that is a number.
    mutating func element(_ value: Int) {
        separate()
        text += String(value)
    }

    /// An element that is a time in microseconds, given in nanoseconds.
    mutating func element(microsecondsOf nanoseconds: UInt64) {
        separate()
        let fraction = String(nanoseconds % 1000)
        text += "\(nanoseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }

    /// A text as a JSON string, with its quotes.
    static func quoted(_ value: String) -> String {
        var json = JSONWriter()
        json.quote(value)
        return json.text
    }

    /// A text, escaped as RFC 8259 requires; DEL and C1 are escaped too, since some terminals obey them.
    private mutating func quote(_ value: String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
