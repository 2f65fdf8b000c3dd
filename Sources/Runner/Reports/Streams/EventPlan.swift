// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The records of the event stream that report the run as a whole: its plan, its start and its end.
struct EventPlan {
    /// The run that the report is about.
    let context: ReportContext
    /// The schema.
    var format = EventFormat.own
    /// The names in the stream.
    let names: StreamNames
    /// The suites.
    let suites: SuiteTree

    /// Every class and case of the plan in its order, then those that cannot run here.
    func write(to output: inout TextOutput) {
        var seen = Array(repeating: false, count: context.registry.classes.count)
        var json = JSONWriter()
        writeOuterSuites(&json, to: &output)
        for unit in context.plan.classes {
            writeClass(unit.classIndex, seen: &seen, &json, to: &output)
            writeCases(context.plan.slots[unit.slots], &json, to: &output)
        }
        var rest = context.plan.unsupported[...]
        while let first = rest.first {
            let index = context.classIndex(of: first)
            writeClass(index, seen: &seen, &json, to: &output)
            let end = rest.firstIndex { context.classIndex(of: $0) != index } ?? rest.endIndex
            writeCases(rest[..<end], &json, to: &output)
            rest = rest[end...]
        }
    }

    /// The suites that are no classes: they have only suites in them, or nothing.
    private func writeOuterSuites(_ json: inout JSONWriter, to output: inout TextOutput) {
        for suite in suites.suites where suite.classIndex == nil {
            let (name, known) = (StreamNames.typeName(suite.id), suite.framework)
            let description = known.map { Description(title: $0.title, identity: $0.identity) }
            EventRecord.test(
                isSuite: true, name: name, id: suite.id,
                place: known.flatMap(names.place(of:)) ?? suite.declaredBy.flatMap(names.place(ofClass:)),
                title: StreamNames.title(name, description), format: format, to: &json
            ) { json in
                writeTags(known?.tags.sorted() ?? [], to: &json)
            } own: { _ in
            }
            output.line(json.bytes)
        }
    }

    /// A class, once.
    private func writeClass(
        _ index: Int, seen: inout [Bool], _ json: inout JSONWriter, to output: inout TextOutput
    ) {
        if seen[index] { return }
        seen[index] = true
        if format.isSwiftTests, names.isUnknownToSwiftTests(classIndex: index) { return }
        let entry = context.registry.classes[index]
        let name = context.className(index)
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let identity = context.registry.identity(ofClass: index)
        let id = names.id(ofClass: index) ?? identity
        EventRecord.test(
            isSuite: true, name: last, id: id, place: names.place(ofClass: index),
            title: StreamNames.title(last, context.registry.classDescriptions[index]), format: format, to: &json
        ) { json in
            writeTags(entry.tags, to: &json)
        } own: { json in
            if id != identity { json.member("identity", identity) }
            json.member("bundle", context.registry.bundleName(of: index))
            json.member("class", name)
            json.member("superclass", entry.superclass.map { context.className($0) })
            json.member("runGroup", Int(entry.runGroup))
            json.member("focused", entry.isFocused)
            writeTraits(entry.tags, limit: entry.limit, to: &json)
        }
        output.line(json.bytes)
    }

    /// The tags and the time limit that a class or a case states or inherits, where there are any.
    private func writeTraits(_ tags: UInt32, limit: UInt64?, to json: inout JSONWriter) {
        if tags != TagSets.none { json.member("tags", context.registry.tagSets[tags]) }
        if let limit { json.member("timeLimit", nanoseconds: limit) }
    }

    /// The cases of some slots of one class, a parameterised one once with its examples.
    ///
    /// The examples of a case are side by side.
    private func writeCases(
        _ slots: ArraySlice<Plan.Slot>, _ json: inout JSONWriter, to output: inout TextOutput
    ) {
        guard let first = slots.first else { return }
        let classIndex = context.classIndex(of: first)
        let (bundle, className) = (context.registry.bundleName(of: classIndex), context.className(classIndex))
        let owner = Identity.ofClass(className, in: bundle)
        var rest = slots
        while let index = rest.first?.caseIndex {
            let all = rest.prefix { $0.caseIndex == index }
            rest = rest.dropFirst(all.count)
            let entry = context.registry.cases[Int(index)]
            let name = context.registry.string(entry.name)
            let identity = Identity.ofCase(name, of: owner)
            let description = context.registry.caseDescriptions[Int(index)]
            let id = names.id(ofCase: index) ?? identity
            EventRecord.test(
                isSuite: false, name: StreamNames.function(name, description?.identity), id: id,
                place: names.place(ofCase: index, description?.identity),
                isParameterised: entry.isParameterised || StreamNames.hasParameters(name, description?.identity),
                title: StreamNames.title(name, description), format: format,
                to: &json
            ) { json in
                writeExtras(of: index, all, description, to: &json)
            } own: { json in
                if id != identity { json.member("identity", identity) }
                json.member("bundle", bundle)
                json.member("class", className)
                json.member("focused", entry.isFocused)
                writeTraits(entry.tags, limit: context.registry.limits[Int(index)], to: &json)
                if let links = description?.links, !links.isEmpty { json.member("links", links) }
                if entry.isParameterised { json.member("examples", all.compactMap { context.example(of: $0) }) }
            }
            output.line(json.bytes)
        }
    }

    /// Writes what later versions of the schema, and editors, know of a case: its arguments, tags, bugs and time limit.
    private func writeExtras(
        of index: UInt32, _ slots: ArraySlice<Plan.Slot>, _ description: Description?, to json: inout JSONWriter
    ) {
        let entry = context.registry.cases[Int(index)]
        if format.hasArguments, entry.isParameterised {
            json.key("_testCases")
            // Editors show them in this order: as they are declared, and not as they run.
            let declared = slots.sorted { $0.exampleIndex < $1.exampleIndex }
            json.array(declared.compactMap { context.example(of: $0) }) { EventRecord.write(argument: $1, to: &$0) }
        }
        writeTags(entry.tags, to: &json)
        guard format.version == .sixFour else { return }
        if let links = description?.links, !links.isEmpty {
            json.array("bugs", links) { json, link in
                let parts = link.split(separator: " ", maxSplits: 1)
                json.beginObject()
                if parts[0].hasPrefix("bug:") {
                    json.member("id", String(parts[0].dropFirst(4)))
                } else {
                    json.member("url", String(parts[0]))
                }
                if parts.count > 1 { json.member("title", String(parts[1])) }
                json.endObject()
            }
        }
        if let limit = context.registry.limits[Int(index)] { json.member("timeLimit", nanoseconds: limit) }
    }

    /// Writes the tags of a class or a case, as readers of Swift Testing's stream know them.
    private func writeTags(_ tags: UInt32, to json: inout JSONWriter) {
        if format.hasArguments || format.version == .sixFour { writeTags(context.registry.tagSets[tags], to: &json) }
    }

    /// Writes some tags, as readers of Swift Testing's stream know them.
    private func writeTags(_ tags: [String], to json: inout JSONWriter) {
        if format.hasArguments, !tags.isEmpty { json.member("_tags", tags.map { "." + $0 }) }
        if format.version == .sixFour { json.member("tags", tags) }
    }

    // MARK: The run

    /// Writes the payload of the run's start, with the command that repeats it.
    func writeStart(to json: inout JSONWriter) {
        let plan = context.plan
        json.member("runner", Version.current)
        json.member("seed", String(plan.seed))
        json.member("seedFixed", context.seedSource != nil)
        json.member("seedSource", context.seedSource)
        json.member("host", context.host)
        json.member("repeat", context.repeatCommand)
        json.member("bundles", context.registry.bundles.map(\.name))
        json.member("classes", plan.classCount)
        json.member("cases", plan.slots.count)
        json.member("notSelected", plan.filteredOut)
        json.member("focused", plan.focus.isNarrowed)
        json.member("leftOutByFocus", plan.focus.leftOut)
        if plan.focus.isNarrowed, context.focusBan != nil { json.member("focusForbidden", true) }
        if context.isStrict { json.member("strict", true) }
        if plan.noTests != .fail { json.member("noTests", plan.noTests.rawValue) }
        let warnings = context.registry.warnings
        if !warnings.isEmpty {
            json.objects("warnings", warnings) { $1.write(to: &$0) }
        }
        json.member("shard", plan.shard?.description)
        json.member("casesElsewhere", plan.elsewhere)
        if let balance = plan.balance { json.member("balance", balance) }
        context.origin?.write(to: &json)
    }

    /// Writes the payload of the run's end.
    func writeEnd(
        _ total: Tally.Counts, _ duration: UInt64, _ interruption: Interruption?, to json: inout JSONWriter
    ) {
        json.member("seed", String(context.plan.seed))
        json.member("duration", nanoseconds: duration)
        json.member("cutShort", interruption != nil)
        if case .signal(let number) = interruption { json.member("signal", Int(number)) }
        json.member("executed", total.executed)
        json.member("passed", total.passed)
        json.member("flaky", total.flaky)
        json.member("knownIssues", total.knownIssues)
        json.member("failed", total.failed)
        json.member("unexpected", total.unexpected)
        json.member("skipped", total.skipped)
        json.member("notRun", total.notRun)
        json.member("abnormalClasses", total.abnormalClasses)
    }
}
