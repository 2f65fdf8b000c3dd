import WorkerShims

/// Bundles with an environment of their own.
extension Worker {
    /// Runs a class of a bundle that is opened with variables of its own, which no other bundle's code may see.
    ///
    /// The worker itself never opens such a bundle: a child does, for each class, or for each case. Only where
    /// everything shares one process is it opened here, and the variables are as they were between its classes.
    mutating func runApart(_ index: UInt32, _ all: Range<UInt32>, _ environment: [String: String?]) {
        let unit = table.units + Int(index)
        let bundle = Int(unit.pointee.bundle)
        switch orders.isolation(of: bundle) {
        case .none:
            let former = BundleOrders.adopt(environment)
            watchLeaks()
            openAndRun(index, all)
            BundleOrders.adopt(former)
            watchLeaks()
        case .worker, .class:
            // A death in a case leaves the rest waiting; in a set-up or tear-down, the host closes the unit.
            while isOpen(unit), !runChild({ $0.adoptAndRun(index, all, environment) }) {}
        case .case:
            for slot in all where isOpen(unit) && table.slots[Int(slot)].state == SLOT_WAITING.rawValue {
                runChild { $0.adoptAndRun(index, slot..<slot + 1, environment) }
                // It could not be opened or set up; it could not for the next case either.
                if hasFailedToBegin(unit) { break }
            }
        }
        if isOpen(unit) { leave(index) }
    }

    /// In a child: takes the variables over, for good, and runs some cases of a class.
    private mutating func adoptAndRun(_ index: UInt32, _ slots: Range<UInt32>, _ environment: [String: String?]) {
        BundleOrders.adopt(environment)
        watchLeaks()
        openAndRun(index, slots)
    }

    /// Opens a class's bundle and runs some of its cases.
    private mutating func openAndRun(_ index: UInt32, _ slots: Range<UInt32>) {
        let unit = table.units + Int(index)
        if let bundle = load(Int(unit.pointee.bundle)) { return runUnit(index, slots, bundle.interface) }
        table_store(&unit.pointee.begin_state, SLOT_FAILED.rawValue)
    }
}
