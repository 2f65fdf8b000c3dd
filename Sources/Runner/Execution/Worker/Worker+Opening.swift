// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// Opening the bundle of a class that is to run.
extension Worker {
    /// Opens the class's bundle if it is not open; if that fails, the class has not begun.
    func openBundle() -> LoadedBundle? {
        let view = table.unit(unit)
        let bundle = load(view.bundle)
        if bundle == nil { view.beginState = .failed }
        noteLoaded()
        return bundle
    }

    /// Leaves a bundle that cannot be opened to a fresh process, if the code of others has run in this one.
    ///
    /// It may be their fault: a limit, a closed descriptor, another root directory. While bundles are listed, the host tries it
    /// again itself.
    func retireIfShared(by bundle: Int) {
        guard host.registry.isOpen, start.isolation != .none, hasRun || hasOpened(others: bundle) else { return }
        if !isChild { leave(by: .retired) }
        // Its worker leaves in its place.
        enter(.retired)
        _exit(0)
    }

    /// Whether a bundle may be opened and run here: no other one's code has opened libraries.
    func mayOpen(_ bundle: Int) -> Bool { master == nil || master == bundle || start.isolation == .none }

    /// Keeps this process for a bundle whose code has opened libraries since the last look.
    ///
    /// Another bundle that asks for one of equal name would get it. Test executables have processes of their own.
    ///
    /// - Returns: The libraries that it has shown to all others (`RTLD_GLOBAL`) and that were not before, by path.
    @discardableResult
    func bindIfOpened(by bundle: Int) -> [String] {
        guard worker_has_opened_libraries() != 0, start.facts.adapters[bundle] == nil else { return [] }
        let new = OpenedLibraries.takeShown().filter { !shown.contains($0) }
        shown += new
        if !new.isEmpty || OpenedLibraries.isAnyOpen { master = bundle }
        return new
    }

    /// Returns the libraries that a class has shown to all others, in words; its process is not to be used again.
    func shownChanges(by bundle: Int) -> [String] {
        let new = bindIfOpened(by: bundle)
        if new.isEmpty { return [] }
        hasShown = true
        let names = new.map { String(FilePath.name(of: $0)) }.joined(separator: ", ")
        return start.leaks == .off ? [] : ["libraries shown to all others (RTLD_GLOBAL): \(names)"]
    }

    /// Whether another bundle than some is open in this process.
    func hasOpened(others bundle: Int) -> Bool { bundles.indices.contains { $0 != bundle && bundles[$0] != nil } }

    /// Opens the class's bundle, if it is not, and runs some of its cases here.
    func openAndRun(_ slots: Range<UInt32>) {
        guard let bundle = openBundle(), registers(slots, bundle.interface) else { return }
        let wanted = start.chance(of: table.unit(unit).bundle)
        drawsBySeed = seeder.hasStreams && wanted.random == .seeded
        schedulesBySeed = seeder.hasSchedules && wanted.tasks == .seeded
        if table.unit(unit).isSpent { return tellEnd(bundle.interface) }
        setPiped(true)
        runUnit(slots, bundle.interface)
        setPiped(false)
        hasRun = true
    }

    /// Whether a bundle that was opened again still has the class and some of its cases where they were listed; else the class
    /// has failed to begin.
    private func registers(_ slots: Range<UInt32>, _ interface: UnsafePointer<testkit_bundle>) -> Bool {
        guard let names = start.names else { return true }
        let bundle = table.unit(unit).bundle
        // Everything that its functions do here belongs to its registration.
        place.bundle = UInt32(bundle)
        enter(.registering)
        let missing = names.missing(from: interface, unit: unit, slots)
        endOthers()
        guard let missing else { return true }
        refused.insert(bundle)
        host.send(.loadFault(bundle: UInt32(bundle), LoadFault(.changed(missing: missing))))
        table.unit(unit).beginState = .failed
        return false
    }
}
