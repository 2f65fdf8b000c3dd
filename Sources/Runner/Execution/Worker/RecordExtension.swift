// SPDX-License-Identifier: MIT

import BundleABI

/// Takes reports with what their own framework writes of them; the extension "testkit.records/1".
enum RecordExtension {
    /// The table that bundles receive; allocated once and never freed.
    static func make() -> UnsafePointer<testkit_records> {
        let table = UnsafeMutablePointer<testkit_records>.allocate(capacity: 1)
        table.initialize(to: testkit_records())
        table.pointee.struct_size = UInt32(MemoryLayout<testkit_records>.size)
        table.pointee.report_issue = { host, activity, issue, record in
            guard let issue else { return }
            HostInterface.behind(host)?.report(issue, activity, record: record)
        }
        table.pointee.report_skip = { host, activity, reason, _, _, record in
            HostInterface.behind(host)?.skip(activity, reason, record: record)
        }
        return UnsafePointer(table)
    }
}
