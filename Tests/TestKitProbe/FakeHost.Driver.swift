// SPDX-License-Identifier: MIT

import BundleABI

extension FakeHost {
    /// Drives one bundle as the host does, and numbers the activities: 1 begins, 2 and on are cases, 100 ends.
    @MainActor
    final class Driver {
        /// The host that writes down what happens.
        let host: FakeHost
        /// The bundle.
        let bundle: UnsafePointer<testkit_bundle>

        /// Connects a bundle to a new host.
        init(_ bundle: UnsafePointer<testkit_bundle>) {
            host = FakeHost()
            self.bundle = bundle
            if let reason = bundle.pointee.connect(bundle, host.address) {
                host.note("refused: \(String(cString: reason))")
            }
        }

        /// The classes' descriptors.
        var classes: [testkit_class] {
            (0..<bundle.pointee.class_count(bundle)).compactMap { bundle.pointee.get_class(bundle, $0)?.pointee }
        }

        /// The names of the classes.
        var classNames: [String] { classes.map { String(cString: $0.name) } }

        /// The descriptors of a class's cases.
        func cases(of index: Int) -> [testkit_case] {
            (0..<classes[index].case_count).compactMap { bundle.pointee.get_case(bundle, UInt32(index), $0)?.pointee }
        }

        /// The names of a class's cases.
        func caseNames(of index: Int) -> [String] { cases(of: index).map { String(cString: $0.name) } }

        /// Runs a class: begin, each of its own cases and of the owners', end; notes the status of each.
        func run(_ index: Int = 0, casesOf owners: [Int]? = nil) {
            let began = bundle.pointee.begin_class(bundle, 1, UInt32(index))
            host.note("begin \(Self.name(began))")
            var activity: UInt64 = 2
            for owner in owners ?? [index] where began == TESTKIT_PASSED.rawValue {
                for caseIndex in 0..<classes[owner].case_count {
                    let status = bundle.pointee.run_case(
                        bundle,
                        activity,
                        UInt32(index),
                        UInt32(owner),
                        caseIndex,
                        UInt32.max
                    )
                    host.note("case \(activity) \(Self.name(status))")
                    activity += 1
                }
            }
            host.note("end \(Self.name(bundle.pointee.end_class(bundle, 100, UInt32(index))))")
        }

        /// A testkit_status's name.
        private static func name(_ status: UInt32) -> String {
            ["passed", "failed", "skipped"][Int(status)]
        }
    }
}
