// SPDX-License-Identifier: MIT

import BundleABI
import WorkerShims

/// Returns the activity that started the work of a thread, for bundles; the extension "testkit.origins/1".
enum OriginExtension {
    /// The table that bundles receive; allocated once and never freed.
    static func make() -> UnsafePointer<testkit_origins> {
        let table = UnsafeMutablePointer<testkit_origins>.allocate(capacity: 1)
        table.initialize(to: testkit_origins())
        table.pointee.struct_size = UInt32(MemoryLayout<testkit_origins>.size)
        table.pointee.origin = { _, task in work_origin(task) }
        table.pointee.provide = { _, bound in work_origin_provide(bound) }
        return UnsafePointer(table)
    }
}
