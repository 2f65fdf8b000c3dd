import BundleABI

extension Registry {
    /// What can be run of a class: its cases and their examples; a parameterised case without examples is there, to fail.
    func slots(ofClass index: Int) -> [Plan.Slot] { classes[index].cases.flatMap { slots(ofCase: $0) } }

    /// What can be run of a case: itself, or its examples.
    func slots(ofCase index: Int) -> [Plan.Slot] {
        let entry = cases[index]
        guard entry.isParameterised, !entry.examples.isEmpty else {
            return [Plan.Slot(caseIndex: UInt32(index), exampleIndex: TESTKIT_NO_EXAMPLE)]
        }
        return (0..<entry.examples.count).map { Plan.Slot(caseIndex: UInt32(index), exampleIndex: UInt32($0)) }
    }
}
