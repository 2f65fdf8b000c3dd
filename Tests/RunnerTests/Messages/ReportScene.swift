// SPDX-License-Identifier: MIT

import BundleABI
import Foundation

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// A scripted run, as the report at a terminal of 80 columns without colours shows it.
struct ReportScene {
    /// Its title.
    var title: String
    /// Changes to the usual settings.
    var settings: (inout TerminalReporter.Settings) -> Void = { _ in }
    /// Changes to the plan of all cases.
    var focus = FocusEffect()
    /// Why a focus is an error, if it is one.
    var ban: FocusBan?
    /// The warnings of the builds.
    var warnings: [BuildWarning] = []
    /// Whether those are an error.
    var isStrict = false
    /// The source that fixed the seed, if one did.
    var seedSource: String?
    /// Whether no bundle was found.
    var isEmpty = false
    /// Whether it is the second of three shards.
    var isShard = false
    /// Whether only the list of failures and what follows is shown.
    var isEnd = false
    /// Whether it has a screen of 80 columns.
    var hasScreen = true
    /// The seconds from each event to the next: a progress line that has just been drawn is not drawn again.
    var seconds: UInt64 = 1
    /// Its bundles and their classes, if those are not the usual ones.
    var bundles: [(String, [FakeClass])]?
    /// Its events; the argument finds a case's slot by its name.
    let events: (_ at: (String) -> Plan.Slot) -> [Event]

    /// Two bundles of three classes.
    private func registry() throws -> Registry {
        if isEmpty { return Registry() }
        var registry = try Registry.of(
            bundles ?? [
                (
                    "Shop",
                    [FakeClass("M.Cart", ["testAdd", "testPay", "testSlow"]), FakeClass("M.Desk", ["testOpen"])]
                ),
                ("Search", [FakeClass("N.Index", ["testFind"])]),
            ])
        registry.warnings = warnings
        return registry
    }

    /// Returns the report in lines, and the kinds of the events.
    func play() throws -> (text: String, names: Set<EventName>) {
        var (text, names) = try playRaw()
        if isEnd, let list = text.firstRange(of: "failures:\n") { text.removeSubrange(..<list.lowerBound) }
        // The sequence that erases a line, and the return after a line that will be erased.
        return (text.replacing("\r\u{1B}[J", with: "").replacing("\r", with: "\n"), names)
    }

    /// Returns the report as it is written, and the kinds of the events.
    func playRaw() throws -> (text: String, names: Set<EventName>) {
        let registry = try registry()
        let plan = try plan(registry)
        let scratch = TemporaryDirectory()
        let descriptor = open(scratch.path("report"), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        var chosen = TerminalReporter.Settings()
        if hasScreen { (chosen.width, chosen.columns) = ({ 80 }, { 80 }) }
        settings(&chosen)
        let tally = Tally(registry, slowestLimit: chosen.verbosity == .quiet ? 0 : 2)
        var context = ReportContext(
            registry: registry, plan: plan, tally: tally, repeatCommand: "runner --seed 1 dir", seedSource: seedSource)
        (context.focusBan, context.isStrict) = (ban, isStrict)
        var reporter = TerminalReporter(context: context, settings: chosen, output: TextOutput(descriptor))
        var names: Set<EventName> = []
        for (number, event) in events({ Self.slot($0, plan, registry) }).enumerated() {
            let instant = UInt64(number) * seconds * 1_000_000_000
            names.insert(EventName(event))
            tally.handle(event, at: instant)
            reporter.handle(event, at: instant)
        }
        return (try String(contentsOfFile: scratch.path("report"), encoding: .utf8), names)
    }

    /// The plan of all cases.
    private func plan(_ registry: Registry) throws -> Plan {
        let made = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        var plan = Plan(
            seed: made.seed, units: made.units, slots: made.slots, unsupported: [], focus: focus,
            filteredOut: isShard ? 2 : 0)
        if isShard { (plan.shard, plan.elsewhere) = (Shard(text: "2/3"), 7) }
        return plan
    }

    /// The slot of a case, by the end of its identity.
    private static func slot(_ name: String, _ plan: Plan, _ registry: Registry) -> Plan.Slot {
        plan.slots.first { registry.identity(of: $0).hasSuffix(name) } ?? plan.slots[0]
    }
}
