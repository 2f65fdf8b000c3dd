// SPDX-License-Identifier: MIT

import BundleABI

extension BundleExporter {
    /// How many examples a case has as one of a class; 0 for an index that is none.
    func exampleCount(_ classIndex: Int, _ ownerIndex: Int, _ caseIndex: Int) -> Int {
        guard let key = exampleKey(classIndex, ownerIndex, caseIndex), let host else { return 0 }
        return examples.count(key, host)
    }

    /// An example's name; nil for an index that is none.
    func exampleName(
        _ classIndex: Int,
        _ ownerIndex: Int,
        _ caseIndex: Int,
        _ exampleIndex: Int
    ) -> UnsafePointer<CChar>? {
        guard let key = exampleKey(classIndex, ownerIndex, caseIndex), let host else { return nil }
        return examples.name(key, exampleIndex, host)
    }

    /// Runs one example of a case of the class that is ready; or says why there is none.
    func run(
        _ key: ExampleStore.Key,
        example index: UInt32,
        in live: LiveClass,
        of host: HostConnection,
        _ activity: Activity
    ) {
        let owner = collector.classes[key.ownerIndex]
        switch examples.content(key, host) {
        case .failure(let failure): failure.report(to: activity, at: place(of: key))
        case .examples(let known, _):
            guard index != TESTKIT_NO_EXAMPLE, known.indices.contains(Int(index)) else {
                let message = "its examples have changed since they were listed: now there are \(known.count)"
                return activity.record(Issue(kind: .error, message: message))
            }
            live.run(
                owner.bodies[key.caseIndex],
                named: owner.cases[key.caseIndex].name,
                with: known[Int(index)],
                activity
            )
        }
    }

    /// Where a case is declared.
    private func place(of key: ExampleStore.Key) -> ExampleOrigin? {
        let owner = collector.classes[key.ownerIndex]
        let descriptor = owner.cases[key.caseIndex]
        guard let file = descriptor.file ?? owner.declaration?.file.cString else { return nil }
        return ExampleOrigin(file: String(cString: file), line: descriptor.line)
    }

    /// The key of a parameterised case; nil for an index that is none.
    private func exampleKey(_ classIndex: Int, _ ownerIndex: Int, _ caseIndex: Int) -> ExampleStore.Key? {
        guard collector.classes.indices.contains(classIndex), hasCase(ownerIndex, caseIndex),
            collector.classes[ownerIndex].cases[caseIndex].flags & TESTKIT_CASE_PARAMETERISED.rawValue != 0
        else { return nil }
        return ExampleStore.Key(classIndex: classIndex, ownerIndex: ownerIndex, caseIndex: caseIndex)
    }
}
