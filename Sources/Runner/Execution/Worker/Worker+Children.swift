// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// Running classes and cases in processes of their own.
///
/// Rules 32 and 35.
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
        var futile = 0
        if isolation(of: view) == .class {
            // A death in a case leaves the rest waiting; in a set-up or tear-down, the host closes the unit.
            while mayGoOn(view), runChild(view.slots, &futile) != .served {}
            return
        }
        for slot in view.slots {
            while mayGoOn(view), !hasFailedToBegin(view), isWaiting(slot) {
                if runChild(slot..<slot + 1, &futile) != .futile { break }
            }
        }
        while view.isSpent, mayGoOn(view), runChild(0..<0, &futile) == .futile {}
    }

    /// Does the common work of the children here, once.
    private func prepareToFork(_ bundle: LoadedBundle, _ index: Int) {
        if bundle.isPrepared { return }
        worker_prepare_exit()
        place.bundle = UInt32(index)
        enter(.registering)
        bundle.prepare()
        endOthers()
        mendPipes()
        holdIfOverdue()
        hasLoaded = true
        noteLoaded()
        enter(.idle)
    }

    /// The end of a child.
    private enum Service {
        /// It ended as it should.
        case served
        /// It died, and the host has noted what that did to the plan.
        case died
        /// It died before it began anything, or could not be created.
        case futile
    }

    /// The number of children that may die before they begin anything, until the class is given up.
    private static let futileLimit = 3

    /// Runs the class, or one case of it, in a child process; counts those that die before they begin anything.
    private func runChild(_ slots: Range<UInt32>, _ futile: inout Int) -> Service {
        place.bundle = UInt32(table.unit(unit).bundle)
        // Text of a bundle in the output's buffer is written here: the child's own stream may do anything.
        enter(.forking)
        worker_flush_output()
        outputMark = captureEnd()
        place.outputStart = outputMark
        place.forgetDivision()
        place.endedIn = 0
        let parent = getpid()
        worker_await_children()
        enter(.forking)
        reach_share_pages()
        let child = worker_fork()
        if child < 0 {
            outliveRefusal(errno)
            return .futile
        }
        if child == 0 {
            worker_await_children_no_more()
            worker_settle_child(parent)
            serve(slots)
        }
        var end = worker_end(exited: 1, value: 127)
        // Another thread may have waited for any child: then the record alone says how it ended.
        let isLost = worker_reap(child, 0, &end) != 0
        if isLost, place.stage == .gone { end = worker_end(exited: 1, value: 0) }
        worker_await_children_no_more()
        let stage = place.stage
        // Until the host has noted its end, no process can be asked to end.
        place.process = 0
        let isClean = end.isClean && stage == .gone
        if end.isClean, stage == .retired {
            place.process = parent
            leave(by: .retired)
        }
        if !isClean, !waitForGo(after: .childEnded(hasExited: end.exited != 0, value: end.value)) { _exit(0) }
        enter(.idle)
        place.process = parent
        guard stage == .forking else { return isClean ? .served : .died }
        futile += 1
        giveUpIfShared()
        if futile == Self.futileLimit { giveUp(because: "its process \(end.description) before it began, each time") }
        return .futile
    }

    /// Waits for the time to try again, where the system refused a child; gives the class up if that cannot help.
    ///
    /// Processes and memory may be short for all. The host, which also tries, knows whether others run that will give some back; a worker
    /// does not.
    private func outliveRefusal(_ code: Int32) {
        enter(.idle)
        worker_await_children_no_more()
        let mayPass = code == EAGAIN || code == ENOMEM
        guard mayPass, !isChildless else { return giveUp(because: Self.refusal(code)) }
        switch waitForAnswer(after: .childRefused(code: code)) {
        case nil: _exit(0)
        case .go: break
        case .giveUp:
            isChildless = true
            giveUp(because: Self.refusal(code))
        }
    }

    /// The reason why a class has no process.
    private static func refusal(_ code: Int32) -> String {
        "no process could be created for it: \(SystemFault.reason(code))"
    }

    /// Leaves the class to another worker, which opens only its bundle, if others are open here.
    ///
    /// Any of them may be the reason why no child can live.
    private func giveUpIfShared() {
        if hasOpened(others: table.unit(unit).bundle) { leave(by: .retired) }
    }

    /// Gives up the class, since no process can run it.
    private func giveUp(because reason: String) {
        worker_await_children_no_more()
        giveUpIfShared()
        host.report(Issue(kind: .error, message: reason), Activity.begin(unit: unit))
        table.unit(unit).beginState = .failed
        countIfFailed(.failed, Activity.begin(unit: unit))
        leaveUnit()
    }

    /// In a child: runs some cases of the class, and ends.
    private func serve(_ slots: Range<UInt32>) -> Never {
        (hasRun, isChild) = (false, true)
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
