// SPDX-License-Identifier: MIT

import RunnerModel

/// A struct of the ABI that begins with its size, in a bundle's memory.
enum SizedStruct {
    /// Copies one.
    ///
    /// Of one that is shorter than this host needs, only the size is read.
    static func read<Struct>(_ address: UnsafePointer<Struct>) throws(DescriptorFault) -> Struct {
        let (needed, size) = (MemoryLayout<Struct>.size, UnsafeRawPointer(address).load(as: UInt32.self))
        guard size >= needed else { throw .shortStructure(needed: needed, got: size) }
        return address.pointee
    }
}
