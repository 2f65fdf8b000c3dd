// SPDX-License-Identifier: MIT

import AdapterLibrary
import Glibc
import RunnerSupport

/// The adapter that the build of the runner has made, with its own toolchain.
enum ReadyAdapter {
    /// Whether it was made for a library: libTesting's interface for tools varies between versions.
    ///
    /// Reads the whole library, so only to fill the cache.
    static func fits(_ library: String) -> Bool {
        if AdapterLibrary.base64.utf8CodeUnitCount == 0 { return false }
        guard let information = stat(path: library), information.st_size == AdapterLibrary.size else { return false }
        return PosixChecksum.ofFile(at: library) == AdapterLibrary.checksum
    }

    /// Writes it to a file, for a toolchain with its libraries in a directory; nil if that is done, otherwise why not.
    static func write(to path: String, libraries: String) -> String? {
        var bytes = Base64.decoded(AdapterLibrary.base64)
        let place = AdapterLibrary.runPath
        guard libraries.utf8.count <= place.count, place.upperBound <= bytes.count else {
            return "the toolchain's path is too long"
        }
        // It ends at the first zero byte.
        let rest = [UInt8](repeating: 0, count: place.count - libraries.utf8.count)
        bytes.replaceSubrange(place, with: libraries.utf8 + rest)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755)
        guard descriptor >= 0 else { return SystemFault.reason(errno) }
        defer { close(descriptor) }
        return bytes.withUnsafeBytes { $0.writeAll(to: descriptor) }.map { SystemFault.reason($0) }
    }
}

/// The checksum that `cksum(1)` prints.
enum PosixChecksum {
    /// The remainders of each byte, for the polynomial of Ethernet's checksum.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { value, _ in value & 1 << 31 == 0 ? value << 1 : value << 1 ^ 0x04C1_1DB7 }
    }

    /// The checksum of a file and then of its size; nil if it cannot be read.
    static func ofFile(at path: String) -> UInt? {
        guard let file = try? InputFile(path: path) else { return nil }
        var (value, size) = (UInt32(0), 0)
        func add(_ byte: UInt8) { value = value << 8 ^ table[Int(UInt8(truncatingIfNeeded: value >> 24) ^ byte)] }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            guard let count = try? file.read(into: &buffer) else { return nil }
            if count == 0 { break }
            for index in 0..<count { add(buffer[index]) }
            size += count
        }
        while size > 0 {
            add(UInt8(truncatingIfNeeded: size))
            size >>= 8
        }
        return UInt(~value)
    }
}
