// SPDX-License-Identifier: MIT

/// The records of the event stream that tell of the run as a whole: its plan, its start and its end.
struct EventPlan {
    /// The run that the report is about.
    let context: ReportContext

    /// Every class and case of the plan in its order, then those that cannot run here.
    func write(to output: inout TextOutput) {
        var seen = Array(repeating: false, count: context.registry.classes.count)
        var json = JSONWriter()
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

    /// A class, once.
    private func writeClass(
        _ index: Int, seen: inout [Bool], _ json: inout JSONWriter, to output: inout TextOutput
    ) {
        if seen[index] { return }
        seen[index] = true
        let entry = context.registry.classes[index]
        let name = context.className(index)
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let id = context.registry.identity(ofClass: index)
        EventRecord.test(
            isSuite: true, name: last, id: id, place: context.place(ofClass: index),
            title: context.registry.classDescriptions[index]?.title, to: &json
        ) { json in
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
    /// The examples of a case stand side by side.
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
            let id = Identity.ofCase(name, of: owner)
            let description = context.registry.caseDescriptions[Int(index)]
            EventRecord.test(
                isSuite: false, name: name, id: id, place: context.place(ofCase: index),
                isParameterised: entry.isParameterised, title: description?.title, to: &json
            ) { json in
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
        let warnings = context.registry.warnings
        if !warnings.isEmpty {
            json.key("warnings")
            json.array(warnings) { json, warning in
                json.beginObject()
                warning.write(to: &json)
                json.endObject()
            }
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
