// SPDX-License-Identifier: MIT

import RunnerSupport

extension CompactCoder {
    /// Reads what `sealed` gave, which begins with the header; nil where the checksum is another one.
    public init?(sealed bytes: [UInt8], behind header: [UInt8]) {
        let end = bytes.count - 8
        guard end >= header.count else { return nil }
        var (last, sum) = (CompactCoder(reading: bytes[end...]), UInt64(0))
        last.pass(fixed: &sum)
        guard sum == Fingerprint.of(bytes[header.count..<end]) else { return nil }
        self.init(reading: bytes[header.count..<end])
    }

    /// The written bytes, after a header and with a checksum.
    public func sealed(behind header: [UInt8]) -> [UInt8] {
        var (last, sum) = (CompactCoder(), Fingerprint.of(bytes))
        last.pass(fixed: &sum)
        return header + bytes + last.bytes
    }

    /// Passes the files of some places, each once, which are not known where they are read.
    public mutating func pass(filesOf places: some Sequence<SourceLines?>) -> SourceFiles {
        var files = SourceFiles()
        for case let file? in places.map(\.?.file) where files.numbers[file] == nil {
            files.all.append(file)
            files.numbers[file] = files.all.count
        }
        pass(&files.all)
        return files
    }

    /// Passes a place by the number of its file; nil for one whose file has none.
    public mutating func pass(_ lines: inout SourceLines?, _ files: SourceFiles) {
        var (file, first) = (lines.flatMap { files.numbers[$0.file] } ?? 0, lines?.first ?? 0)
        var more = lines.map { max(0, $0.last - $0.first) } ?? 0
        pass(&file)
        pass(&first)
        pass(&more)
        guard isReading else { return }
        let isKnown = file > 0 && file <= files.all.count && first < 1 << 32 && more < 1 << 32
        lines = isKnown ? SourceLines(file: files.all[file - 1], first: first, last: first + more) : nil
    }
}

/// The files of places, and their numbers, from 1.
public struct SourceFiles {
    /// The files.
    fileprivate var all: [String] = []
    /// The number of each, where places are written.
    fileprivate var numbers: [String: Int] = [:]
}
