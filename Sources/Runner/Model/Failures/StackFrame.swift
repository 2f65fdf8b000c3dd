// SPDX-License-Identifier: MIT

/// A function that was running, or that waited for one that was.
public struct StackFrame: Equatable, Sendable {
    /// The address of the code; where `isReturn`, the one to return to, after the call.
    public var address: UInt64 = 0
    /// Whether the frame belongs to a function that has called another.
    public var isReturn = false
    /// The function's name as people write it; the address where it has none.
    public var function: String
    /// The function's name as the linker knows it, where a symbol was found.
    public var symbol: String?
    /// The number of bytes of the function before the address.
    public var offset: UInt64?
    /// The name of the library's file.
    public var image = ""
    /// The library's path, where it is known.
    public var path: String?
    /// The source file's path.
    public var file: String?
    /// The line in it, from 1; 0 where it is not known.
    public var line: UInt32 = 0
    /// The column, from 1; 0 where it is not known.
    public var column: UInt32 = 0
    /// Whether the compiler put its code into the function of the next frame.
    var isInlined = false
    /// Whether it is a caller that waits in an asynchronous function, and so has no place on the stack.
    var isAsync = false

    /// The library's name as people know it: of a copy of a test executable, that of the executable.
    private var shownImage: String {
        guard image.hasPrefix("."), image.hasSuffix(AdaptedLibrary.suffixes.library),
            let end = image.dropLast(AdaptedLibrary.suffixes.library.count).lastIndex(of: ".")
        else { return image }
        return String(image[..<end].dropFirst())
    }

    /// "function + offset in image at file:line:column", of which what is not known is left out.
    var text: String {
        var text = function
        if let offset, offset > 0, file == nil { text += " + \(offset)" }
        if !image.isEmpty { text += " in \(shownImage)" }
        if let file, !file.isEmpty {
            text += " at \(file)"
            if line > 0 { text += ":\(line)" }
            if line > 0, column > 0 { text += ":\(column)" }
        }
        return text
    }
}

extension StackFrame {
    /// A frame of which nothing but the function is known yet.
    public init(function: String) { self.init(address: 0, function: function) }

    /// Reads a frame as Swift's backtracer writes it: number, kind, address, function, image and place.
    ///
    /// Nil where the line is none.
    init?(_ line: Substring) {
        guard let start = line.firstRange(of: "0x"), line.drop(while: { $0 == " " }).first?.isNumber == true
        else { return nil }
        let kind = line[..<start.lowerBound]
        let digits = line[start.upperBound...].prefix { $0.isHexDigit }
        var rest = line[digits.endIndex...].drop { $0 == " " }
        guard let address = UInt64(digits, radix: 16), !rest.isEmpty else { return nil }
        self.init(function: "")
        self.address = address
        isReturn = kind.contains("[ra]")
        isInlined = kind.contains("[inlined]")
        isAsync = kind.contains("[async]")
        // Only a path begins so; names of functions contain " in " and " at " as well.
        if let place = rest.firstRange(of: " at /") ?? rest.firstRange(of: " at <") {
            takePlace(rest[place.upperBound...], from: rest[place.lowerBound..<place.upperBound].dropFirst(4))
            rest = rest[..<place.lowerBound]
        }
        if let part = Self.lastRange(of: " in ", in: rest) {
            image = String(rest[part.upperBound...])
            rest = rest[..<part.lowerBound]
        }
        if let part = Self.lastRange(of: " + ", in: rest), let number = UInt64(rest[part.upperBound...]) {
            offset = number
            rest = rest[..<part.lowerBound]
        }
        function = String(rest)
    }

    /// Takes "file:line:column", whose first character was cut off.
    private mutating func takePlace(_ text: Substring, from first: Substring) {
        var parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var numbers: [UInt32] = []
        while parts.count > 1, numbers.count < 2, let last = parts.last, let number = UInt32(last) {
            numbers.insert(number, at: 0)
            parts.removeLast()
        }
        file = first + parts.joined(separator: ":")
        line = numbers.first ?? 0
        column = numbers.count > 1 ? numbers[1] : 0
    }

    /// Where some words are last in a text.
    private static func lastRange(of words: String, in text: Substring) -> Range<Substring.Index>? {
        text.ranges(of: words).last
    }
}
