// SPDX-License-Identifier: MIT

import BundleABI

extension BundleExporter {
    /// The number of examples of a case as one of a class; 0 for an index that is none.
    func exampleCount(_ classIndex: Int, _ ownerIndex: Int, _ caseIndex: Int) -> Int {
        guard let key = exampleKey(classIndex, ownerIndex, caseIndex), let host else { return 0 }
        return examples.count(key, host)
    }

    /// An example's name; nil for an index that is none.
    func exampleName(
        _ classIndex: Int, _ ownerIndex: Int, _ caseIndex: Int, _ exampleIndex: Int
    ) -> UnsafePointer<CChar>? {
        guard let key = exampleKey(classIndex, ownerIndex, caseIndex), let host else { return nil }
        return examples.name(key, exampleIndex, host)
    }

    /// Runs one example of a case of the class that is ready, or reports why there is none.
    func run(
        _ key: ExampleStore.Key, example index: UInt32, _ body: CaseBody, named name: UnsafePointer<CChar>,
        in live: LiveClass, _ activity: Activity
    ) {
        switch examples.content(key, activity.host) {
        case .failure(let failure): failure.report(to: activity, at: place(of: key))
        case .examples(let known, _):
            guard index != TESTKIT_NO_EXAMPLE, known.indices.contains(Int(index)) else {
                let message = "its examples have changed since they were listed: now there are \(known.count)"
                return activity.record(Issue(kind: .error, message: message))
            }
            live.run(body, named: name, with: known[Int(index)], activity)
        }
    }

    /// Where a case is declared.
    private func place(of key: ExampleStore.Key) -> ExampleOrigin? {
        guard let owner = collector.registered(at: key.ownerIndex),
            let descriptor = owner.registeredCase(at: key.caseIndex)?.pointee.descriptor,
            let file = descriptor.file ?? owner.declaration?.file.cString
        else { return nil }
        return ExampleOrigin(file: String(cString: file), line: descriptor.line)
    }

    /// The key of a parameterised case; nil for an index that is none.
    private func exampleKey(_ classIndex: Int, _ ownerIndex: Int, _ caseIndex: Int) -> ExampleStore.Key? {
        guard collector.registered(at: classIndex) != nil,
            let descriptor = caseDescriptor(ownerIndex, caseIndex),
            descriptor.pointee.flags & TESTKIT_CASE_PARAMETERISED.rawValue != 0
        else { return nil }
        return ExampleStore.Key(classIndex: classIndex, ownerIndex: ownerIndex, caseIndex: caseIndex)
    }
}
