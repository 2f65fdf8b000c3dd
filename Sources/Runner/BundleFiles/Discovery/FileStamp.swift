// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The stamp of a file, which changes when the file is replaced or overwritten.
public struct FileStamp: Equatable, Sendable {
    /// The device and the number of the file there.
    private var (device, inode): (UInt64, UInt64)
    /// How many bytes it has.
    private let size: Int64
    /// When it was written and when anything of it was changed, in seconds and nanoseconds.
    private var times: [Int]
    /// The linker's build identifier; empty if there is none.
    private var build: [UInt8] = []

    /// Looks at a file; nil where there is none.
    ///
    /// The build identifier is read only if `isComplete`.
    public init?(path: String, isComplete: Bool = true) {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        self.init(information)
        if isComplete { build = BuildIdentifier.read(path: path) ?? [] }
    }

    /// Looks at an open library.
    init(_ library: FileBytes) {
        self.init(library.information)
        build = (try? ELFImage.segments(library)).flatMap { BuildIdentifier.read(library, $0) } ?? []
    }

    /// Takes what the system says of a file.
    private init(_ information: stat) {
        (device, inode) = (UInt64(information.st_dev), UInt64(information.st_ino))
        size = Int64(information.st_size)
        let (written, changed) = (information.st_mtim, information.st_ctim)
        times = [written.tv_sec, written.tv_nsec, changed.tv_sec, changed.tv_nsec]
    }

    /// When it was written, in nanoseconds since 1970.
    var written: UInt64 { UInt64(max(0, times[0])) * 1_000_000_000 + UInt64(times[1]) }

    /// The linker's build identifier, or else the size and the time of the file, as a word.
    public var text: String {
        if build.isEmpty { return "\(size)-\(times[0]).\(times[1])" }
        return build.hexadecimal
    }

    /// Looks at the file of a library that is loaded, whose build the loader knows.
    public init?(path: String, build: [UInt8]) {
        self.init(path: path, isComplete: false)
        self.build = build
    }

    /// Reads what `encode(to:)` wrote.
    public init(from reader: inout ByteReader) throws(ByteReader.Exhausted) {
        (device, inode) = (try reader.read(), try reader.read())
        size = try reader.read()
        times = []
        for _ in 0..<4 { times.append(try reader.read()) }
        for _ in 0..<(try reader.read(UInt8.self)) { build.append(try reader.read()) }
    }

    /// Writes all of it.
    public func encode(to frame: inout ByteWriter) {
        frame.append(device)
        frame.append(inode)
        frame.append(size)
        for time in times { frame.append(time) }
        frame.append(UInt8(clamping: build.count))
        for byte in build.prefix(Int(UInt8.max)) { frame.append(byte) }
    }

    /// Whether two paths lead to one file.
    public static func areOne(_ one: String, _ other: String) -> Bool {
        guard let one = FileStamp(path: one, isComplete: false) else { return false }
        return one == FileStamp(path: other, isComplete: false)
    }

    /// Whether the file at a path is still the stamped one.
    ///
    /// A file of the same build is: it was copied or linked anew, or its file system does not keep its numbers.
    public func stands(at path: String) -> Bool {
        guard var now = FileStamp(path: path, isComplete: false), now.size == size else { return false }
        now.build = build
        if now == self { return true }
        return !build.isEmpty && BuildIdentifier.read(path: path) == build
    }
}
