// SPDX-License-Identifier: MIT

import RunnerSupport

extension CompactWriter {
    /// Appends the files of some places, each once; returns their numbers, from 1.
    public mutating func addFiles(of places: some Sequence<SourceLines?>) -> [String: Int] {
        var (files, numbers): ([String], [String: Int]) = ([], [:])
        for case let file? in places.map(\.?.file) where numbers[file] == nil {
            files.append(file)
            numbers[file] = files.count
        }
        add(files)
        return numbers
    }

    /// Appends a place, by the number of its file.
    public mutating func add(_ lines: SourceLines?, _ numbers: [String: Int]) {
        add(lines.flatMap { numbers[$0.file] } ?? 0)
        add(lines?.first ?? 0)
        add(lines.map { max(0, $0.last - $0.first) } ?? 0)
    }

    /// What was written, behind a header and with a checksum.
    public func sealed(behind header: [UInt8]) -> [UInt8] {
        var sum = CompactWriter()
        sum.add(fixed: Fingerprint.of(bytes))
        return header + bytes + sum.bytes
    }
}

extension CompactReader {
    /// Reads what `CompactWriter.sealed` gave, which begins with the header; nil where the checksum is another one.
    public init?(sealed bytes: [UInt8], behind header: [UInt8]) {
        let end = bytes.count - 8
        guard end >= header.count else { return nil }
        var last = CompactReader(bytes[end...])
        guard last.fixed() == Fingerprint.of(bytes[header.count..<end]) else { return nil }
        self.init(bytes[header.count..<end])
    }

    /// The next place, whose file has a number among some, from 1; nil where it is not known.
    public mutating func lines(_ files: [String]) -> SourceLines? {
        let (file, first, more) = (number(), number(), number())
        guard file > 0, file <= files.count, first < 1 << 32, more < 1 << 32 else { return nil }
        return SourceLines(file: files[file - 1], first: first, last: first + more)
    }
}
