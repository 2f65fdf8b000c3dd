// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Running classes and cases in processes of their own.
extension Worker {
    /// Runs the class in children: one for all of it, or one for each case.
    ///
    /// A bundle that must be apart is opened by them, not here: another bundle's code would see its variables, or it would
    /// get another one's libraries.
    func runChildren() {
        let view = table.unit(unit)
        let bundle = view.bundle
        if !start.facts.isApart(bundle) {
            guard let opened = openBundle() else { return }
            prepareToFork(opened, bundle)
        }
        if isolation(of: view) == .class {
            // A death in a case leaves the rest waiting; in a set-up or tear-down, the host closes the unit.
            while mayGoOn(view), !runChild(view.slots) {}
            return
        }
        for slot in view.slots where mayGoOn(view) && !hasFailedToBegin(view) && isWaiting(slot) {
            runChild(slot..<slot + 1)
        }
        if view.isSpent, mayGoOn(view) { runChild(0..<0) }
    }

    /// Does the common work of the children here, once.
    private func prepareToFork(_ bundle: LoadedBundle, _ index: Int) {
        if bundle.isPrepared { return }
        worker_prepare_exit()
        place.bundle = UInt32(index)
        enter(.registering)
        bundle.prepare()
        endOthers()
        holdIfOverdue()
        hasLoaded = true
        noteLoaded()
        enter(.idle)
    }

    /// Runs the class, or one case of it, in a child process.
    ///
    /// Whether it ended as it should; else the host has noted what that did to the plan before this returns.
    @discardableResult
    private func runChild(_ slots: Range<UInt32>) -> Bool {
        worker_flush_output()
        outputMark = captureEnd()
        place.outputStart = outputMark
        place.forgetDivision()
        let parent = getpid()
        worker_await_children()
        let child = worker_fork()
        if child < 0 { return giveUp(because: errno) }
        if child == 0 {
            worker_await_children_no_more()
            worker_settle_child(parent)
            serve(slots)
        }
        var end = worker_end(exited: 1, value: 127)
        // Another thread may have waited for any child: then the record alone says how it ended.
        let isLost = worker_reap(child, &end) != 0
        if isLost, place.stage == .gone { end = worker_end(exited: 1, value: 0) }
        worker_await_children_no_more()
        // Until the host has noted its end, no process can be told to end.
        place.process = 0
        let isClean = end.isClean && place.stage == .gone
        if !isClean, !waitForGo(after: .childEnded(hasExited: end.exited != 0, value: end.value)) { _exit(0) }
        enter(.idle)
        place.process = parent
        return isClean
    }

    /// Gives the class up, whose process could not be created; returns false.
    ///
    /// Any bundle that is open here may have seen to that. So where others are open, another worker takes the class, and
    /// opens only this one.
    private func giveUp(because code: Int32) -> Bool {
        worker_await_children_no_more()
        let view = table.unit(unit)
        let others = bundles.indices.filter { $0 != view.bundle && bundles[$0] != nil }
        if !others.isEmpty { leave(by: .retired) }
        let activity = Activity.begin(unit: unit)
        host.report(
            Issue(kind: .error, message: "no process could be created for it: \(SystemFault.reason(code))"), activity)
        view.beginState = .failed
        countIfFailed(.failed)
        leaveUnit()
        return false
    }

    /// In a child: runs some cases of the class, and ends.
    private func serve(_ slots: Range<UInt32>) -> Never {
        hasRun = false
        place.process = getpid()
        let environment = start.facts.environment(of: table.unit(unit).bundle)
        if !environment.isEmpty {
            BundleOrders.adopt(environment)
            watchLeaks()
        }
        openAndRun(slots)
        leave(by: .exiting)
    }
}
