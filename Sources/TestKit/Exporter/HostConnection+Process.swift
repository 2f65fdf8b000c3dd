// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

extension HostConnection {
    /// The host of the worker that this process is, for a TestKit that was given none; nil outside of a worker.
    ///
    /// Read anew each time: it is for failures only.
    static var ofProcess: HostConnection? {
        guard let text = getenv(TESTKIT_HOST_VARIABLE).map({ String(cString: $0) }) else { return nil }
        let words = text.split(separator: " ")
        guard words.count == 2, let process = pid_t(words[0]), process == getpid() || process == getppid(),
            let number = UInt(words[1], radix: 16), let address = UnsafePointer<testkit_host>(bitPattern: number),
            isHost(at: number)
        else { return nil }
        return HostConnection(host: address)
    }

    /// Whether there is a host at an address; the kernel checks that the address is mapped at all.
    private static func isHost(at address: UInt) -> Bool {
        let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { return false }
        defer { close(memory) }
        var head: (magic: UInt32, size: UInt32) = (0, 0)
        let count = withUnsafeMutableBytes(of: &head) { pread(memory, $0.baseAddress, $0.count, off_t(address)) }
        return count == 8 && head.magic == TESTKIT_MAGIC && head.size >= UInt32(MemoryLayout<testkit_host>.size)
    }
}
