import Glibc

/// A file's bytes, mapped for reading.
///
/// Every access is checked against the size.
final class FileBytes {
    /// The mapping; nil for an empty file.
    private let memory: UnsafeRawPointer?
    /// How many bytes there are.
    let size: UInt64

    /// Maps a regular file.
    ///
    /// Nothing else is opened for longer than it takes to see that: a pipe does not block.
    init(path: String) throws(ELFFault) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(SystemFault.reason(errno)) }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw .unreadable(SystemFault.reason(errno)) }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        size = UInt64(information.st_size)
        guard size > 0 else {
            memory = nil
            return
        }
        guard let mapping = mmap(nil, Int(size), PROT_READ, MAP_PRIVATE, descriptor, 0), mapping != MAP_FAILED else {
            throw .unreadable(SystemFault.reason(errno))
        }
        memory = UnsafeRawPointer(mapping)
    }

    /// The first few bytes, fewer where the file is shorter.
    func prefix(_ count: Int) -> [UInt8] {
        guard let memory else { return [] }
        return Array(UnsafeRawBufferPointer(start: memory, count: min(count, Int(size))))
    }

    /// A little-endian number.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: UInt64, _: Number.Type
    ) throws(ELFFault) -> Number {
        let width = UInt64(MemoryLayout<Number>.size)
        guard let memory, offset <= size, size - offset >= width else {
            throw .truncated(what: "a table", end: offset &+ width, size: size)
        }
        return Number(littleEndian: memory.loadUnaligned(fromByteOffset: Int(offset), as: Number.self))
    }

    /// Whether just these bytes stand at a place.
    func contains(_ wanted: [UInt8], at offset: UInt64) throws(ELFFault) -> Bool {
        guard let memory, offset <= size, size - offset >= UInt64(wanted.count) else {
            throw .truncated(what: "a table", end: offset &+ UInt64(wanted.count), size: size)
        }
        return memcmp(memory + Int(offset), wanted, wanted.count) == 0
    }

    deinit {
        if let memory { munmap(UnsafeMutableRawPointer(mutating: memory), Int(size)) }
    }
}
