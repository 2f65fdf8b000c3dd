// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerExecution
import RunnerSupport
import WorkerShims

/// A bundle's header, read in a process of its own, since the host loads no bundle.
struct BundleHeader: Equatable {
    /// The ABI's version.
    let major: UInt32
    /// The part of it that only adds.
    let minor: UInt32
    /// The size of the bundle's table, in bytes.
    let size: UInt32

    /// Asks a bundle; nil where it does not answer in time, or at all.
    static func ask(path: String, seconds: Double) -> BundleHeader? {
        // The host keeps the time: a bundle may have put any signal aside.
        let (bytes, _) = PipeReading.ofFork(within: Int32(clamping: Int(seconds * 1000)), upTo: 12) { descriptor in
            worker_unblock_signals()
            answer(path, to: descriptor)
        }
        guard bytes.count == 12 else { return nil }
        let numbers = bytes.withUnsafeBytes { [UInt32]($0.bindMemory(to: UInt32.self)) }
        return BundleHeader(major: numbers[0], minor: numbers[1], size: numbers[2])
    }

    /// In the child: opens the bundle and writes what its header says.
    private static func answer(_ path: String, to descriptor: Int32) -> Never {
        let nowhere = open("/dev/null", O_RDWR)
        for stream in 0...2 { dup2(nowhere, Int32(stream)) }
        typealias Entry = @convention(c) () -> UnsafePointer<testkit_bundle>?
        guard let handle = try? LoadedBundle.open(path: path), let symbol = dlsym(handle, TESTKIT_ENTRY_SYMBOL),
            let header = unsafeBitCast(symbol, to: Entry.self)()?.pointee, header.magic == TESTKIT_MAGIC
        else { _exit(1) }
        var numbers: [UInt32] = [UInt32(header.abi_major), UInt32(header.abi_minor), header.struct_size]
        _ = write(descriptor, &numbers, 12)
        _exit(0)
    }
}
