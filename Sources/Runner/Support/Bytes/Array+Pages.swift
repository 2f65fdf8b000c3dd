// SPDX-License-Identifier: MIT

import WorkerShims

extension Array {
    /// Makes room for as many elements in all, which are appended at once, and has the kernel lay out their pages together.
    ///
    /// A page by itself, at the first write to it, takes it three times as long. Of very many, only the first 64 MB: the number may be
    /// wrong.
    public mutating func reservePages(_ capacity: Int) {
        reserveCapacity(capacity)
        let (first, size) = (count, (capacity - count) * MemoryLayout<Element>.stride)
        // A call takes as long as two pages.
        if size < 32_768 { return }
        withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { worker_touch_pages($0 + first, Swift.min(size, 1 << 26)) }
        }
    }
}
