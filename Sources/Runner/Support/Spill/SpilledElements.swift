// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Elements in a file without a name in `TMPDIR`, of which a bounded number is in memory: the pages that were used last.
///
/// Pages are small, and each has one place where it can be: neighbours are found without a search, and an element far from
/// the last one takes a call to the system. The host has one thread, so that nothing guards the pages.
final class SpilledElements<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    /// How many elements there are.
    private(set) var count = 0
    /// The file.
    private let file: FileDescriptor
    /// The first read that failed: from then on, what is read counts for nothing.
    private(set) var fault: SystemFault?
    /// How many bits of an index are the place in a page.
    private let shift: Int
    /// The elements of the pages in memory, one page behind the other; empty before the first is read.
    private var elements: [Element] = []
    /// The page at each place; -1 for none.
    private var pages: [Int]

    /// The most pages that are in memory.
    private static var pageLimit: Int { 128 }
    /// How many bytes a page has at most.
    private static var pageSize: Int { 4096 }

    /// Makes an empty file, of which a number of bytes may be in memory.
    init(memoryLimit: Int) throws(SystemFault) {
        guard let file = FileDescriptor(owning: worker_capture_file(FilePath.temporary)) else {
            throw SystemFault("failed to make a temporary file in '\(FilePath.temporary)'")
        }
        self.file = file
        pages = Array(repeating: -1, count: max(1, min(Self.pageLimit, memoryLimit / Self.pageSize)))
        let fitting = max(1, Self.pageSize / MemoryLayout<Element>.stride)
        shift = Int.bitWidth - 1 - fitting.leadingZeroBitCount
    }

    /// The bits of an index that are the place in a page.
    private var mask: Int { (1 << shift) - 1 }

    /// The most elements that it contains in memory.
    var heldLimit: Int { pages.count << shift }

    /// Writes elements behind the others.
    func append(_ added: [Element]) throws(SystemFault) {
        // The last page may be in memory without them.
        pages[(count >> shift) % pages.count] = -1
        if let code = added.withUnsafeBytes({ $0.writeAll(to: file.number) }) {
            throw SystemFault(
                "failed to write a temporary file in '\(FilePath.temporary)'",
                because: "\(SystemFault.reason(code)); set TMPDIR to a directory with more room")
        }
        count += added.count
    }

    /// An element.
    subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count)
        return elements[place(of: index)]
    }

    /// Some elements that are side by side.
    subscript(range: Range<Int>) -> [Element] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        var result: [Element] = []
        result.reserveCapacity(range.count)
        while result.count < range.count {
            let index = range.lowerBound + result.count
            let fitting = min(range.upperBound - index, mask + 1 - (index & mask))
            let first = place(of: index)
            result += elements[first..<first + fitting]
        }
        return result
    }

    /// The place in memory of an element, whose page is read if it is not there.
    private func place(of index: Int) -> Int {
        let page = index >> shift
        let place = page % pages.count
        if pages[place] != page { load(page, to: place) }
        return (place << shift) + (index & mask)
    }

    /// Reads a page of the file.
    private func load(_ page: Int, to place: Int) {
        let first = page << shift
        let loaded = min(1 << shift, count - first)
        if elements.isEmpty { elements = Self.blank(pages.count << shift) }
        let stride = MemoryLayout<Element>.stride
        elements.withUnsafeMutableBytes { bytes in
            let range = (place << shift) * stride..<((place << shift) + loaded) * stride
            read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[range]), at: first * stride)
        }
        pages[place] = page
    }

    /// Reads the bytes from a place on, as many as a buffer takes; they are there, unless the file failed.
    private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) {
        var count = 0
        let what = "failed to read a temporary file in '\(FilePath.temporary)'"
        while count < buffer.count, fault == nil {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let got = pread(file.number, rest.baseAddress, rest.count, off_t(offset + count))
            if got > 0 {
                count += got
            } else if got == 0 {
                fault = SystemFault(what, because: "it was cut off")
            } else if errno != EINTR {
                fault = SystemFault(what)
            }
        }
    }

    /// Elements of zero bytes: any bytes are an element.
    private static func blank(_ count: Int) -> [Element] {
        Array(unsafeUninitializedCapacity: count) { buffer, filled in
            UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt8.self, repeating: 0)
            filled = count
        }
    }
}
