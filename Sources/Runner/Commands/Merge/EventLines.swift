// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// Reads a file of events line by line, in memory that is bounded by the longest line.
struct EventLines {
    /// The number of bytes that are read at once.
    private static let chunkSize = 1 << 18
    /// The longest line, in bytes.
    static let lengthLimit = 256 << 20

    /// The file.
    private let source: EventSource
    /// The bytes at hand, and the values of the line.
    private let text = JSONText()
    /// Where the next bytes of the file are.
    private var offset = 0
    /// Which of the bytes at hand are not passed yet.
    private var rest = 0..<0
    /// Whether the file has ended.
    private var isAtEnd = false
    /// The line that was passed last, without its end.
    private var line = 0..<0
    /// Its number, from 1.
    private(set) var number = 0
    /// Whether the line is too long to be kept.
    private var isTooLong = false

    /// Starts at a file's beginning.
    init(_ source: EventSource) {
        self.source = source
        text.bytes = [UInt8](repeating: 0, count: Self.chunkSize)
    }

    /// Goes on to the next line that is not empty; false at the end.
    mutating func next() throws(SystemFault) -> Bool {
        while true {
            guard try passLine() else { return false }
            number += 1
            if !line.isEmpty || isTooLong { return true }
        }
    }

    /// Goes on to the next line; false at the end.
    private mutating func passLine() throws(SystemFault) -> Bool {
        var searched = rest.lowerBound
        isTooLong = false
        while true {
            if let feed = newline(in: searched..<rest.upperBound) {
                line = isTooLong ? feed..<feed : rest.lowerBound..<feed
                rest = (feed + 1)..<rest.upperBound
                return true
            }
            if isAtEnd {
                line = isTooLong ? rest.upperBound..<rest.upperBound : rest
                defer { rest = rest.upperBound..<rest.upperBound }
                return !rest.isEmpty || isTooLong
            }
            if rest.count > Self.lengthLimit {
                isTooLong = true
                rest = rest.upperBound..<rest.upperBound
            }
            searched = try fill()
        }
    }

    /// Reads more of the file after the rest; returns the rest's start.
    private mutating func fill() throws(SystemFault) -> Int {
        if rest.lowerBound > 0 {
            text.bytes.replaceSubrange(0..<rest.count, with: Array(text.bytes[rest]))
            rest = 0..<rest.count
        }
        if text.bytes.count - rest.count < Self.chunkSize {
            // Twice as much each time: a long line is copied a bounded number of times.
            text.bytes += [UInt8](repeating: 0, count: max(Self.chunkSize, text.bytes.count))
        }
        let start = rest.upperBound
        let count = try source.read(into: &text.bytes, from: start, at: offset)
        offset += count
        isAtEnd = count == 0
        rest = 0..<(start + count)
        return start
    }

    /// The next line feed in a stretch of the bytes.
    private func newline(in range: Range<Int>) -> Int? {
        text.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let place = memchr(base + range.lowerBound, 0x0A, range.count) else {
                return nil
            }
            return base.distance(to: UnsafeRawPointer(place))
        }
    }

    /// Whether the line begins with some bytes.
    func hasPrefix(_ prefix: StaticString) -> Bool { contains(prefix, at: 0) }

    /// Whether the line begins with some bytes and then others.
    func hasPrefix(_ first: StaticString, then second: StaticString) -> Bool {
        contains(first, at: 0) && contains(second, at: first.utf8CodeUnitCount)
    }

    /// Whether some bytes are at an offset in the line.
    private func contains(_ other: StaticString, at offset: Int) -> Bool {
        guard line.count >= offset + other.utf8CodeUnitCount else { return false }
        return text.bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                memcmp($0 + line.lowerBound + offset, other.utf8Start, other.utf8CodeUnitCount) == 0
            }
                ?? false
        }
    }

    /// The record that the line is: its kind and its payload, which has a kind of its own.
    func record() throws(JSONValue.Fault) -> (kind: JSONValue, payload: JSONValue) {
        if isTooLong { throw JSONValue.Fault(nil, "the line has more than \(Self.lengthLimit >> 20) MB") }
        do throws(JSONText.Fault) { try text.read(line) } catch { throw JSONValue.Fault(error) }
        let root = text.root
        guard let kind = root["kind"], let payload = root["payload"], payload["kind"]?.string != nil else {
            throw JSONValue.Fault(nil, "expected a record with a payload that has a kind")
        }
        return (kind, payload)
    }

    /// Returns the fault of the line, with file, line and column.
    func describe(_ fault: JSONValue.Fault) -> String {
        guard let offset = fault.offset else { return "\(source.path):\(number): \(fault.reason)" }
        let column = 1 + text.bytes[line.lowerBound..<max(line.lowerBound, offset)].count { $0 & 0xC0 != 0x80 }
        return "\(source.path):\(number):\(column): \(fault.reason)"
    }
}
