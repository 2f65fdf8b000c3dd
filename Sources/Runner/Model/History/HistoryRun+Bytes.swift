// SPDX-License-Identifier: MIT

import RunnerSupport

extension HistoryRun {
    /// Its bits in a file.
    private enum Flag { static let partial = 1, isCI = 2, imported = 4, plain = 8 }

    /// The bits of a class in a file.
    private enum ClassFlag { static let some = 1, abnormal = 2, othersPassed = 4, reason = 8 }

    /// The endings, in the order of their numbers in a file.
    private static let endings: [RunRecord.Ending] = [.finished, .stopped, .cutShort]

    /// The bytes of its block.
    public var bytes: [UInt8] {
        var writer = CompactWriter()
        for number in [id, started, duration, seed] { writer.add(fixed: number) }
        writer.add(jobs)
        writer.add(Self.endings.firstIndex(of: ending) ?? 0)
        writer.add(
            (isPartial ? Flag.partial : 0) | (isCI ? Flag.isCI : 0) | (isImported ? Flag.imported : 0)
                | (isPlain ? Flag.plain : 0))
        for text in [commit, machine, command] { writer.add(text) }
        writer.add(bundles.count)
        for bundle in bundles {
            writer.add(bundle.name)
            writer.add(fixed: bundle.build)
        }
        writer.add(classes.count)
        for item in classes { Self.write(item, to: &writer) }
        return writer.bytes
    }

    /// Writes a class.
    private static func write(_ item: Class, to writer: inout CompactWriter) {
        writer.add(fixed: item.key)
        writer.add(item.bundle)
        var flags = (item.isAbnormal ? ClassFlag.abnormal : 0) | (item.reason.isEmpty ? 0 : ClassFlag.reason)
        switch item.content {
        case .each(let results):
            writer.add(flags)
            writer.add(results.count)
            for result in results { writer.add(fixed: result.bits) }
        case .some(let named, let othersPassed):
            flags |= ClassFlag.some | (othersPassed ? ClassFlag.othersPassed : 0)
            writer.add(flags)
            writer.add(named.count)
            for test in named {
                writer.add(test.name)
                writer.add(fixed: test.result.bits)
            }
        }
        if !item.reason.isEmpty { writer.add(item.reason) }
        writer.add(item.details.count)
        for detail in item.details {
            for number in [detail.place, detail.attempts, detail.runs, detail.failures] { writer.add(number) }
            writer.add(detail.seed == nil ? 0 : 1)
            if let seed = detail.seed { writer.add(fixed: seed) }
            writer.add(detail.message)
        }
    }

    /// Reads a block; nil for what no writer can have written.
    public init?(_ bytes: ArraySlice<UInt8>) {
        var reader = CompactReader(bytes)
        (id, started, duration, seed) = (reader.fixed(), reader.fixed(), reader.fixed(), reader.fixed())
        let (jobs, place, flags) = (reader.small(), reader.small(), reader.number())
        guard FileNumber.instant.checked(started) != nil, FileNumber.duration.checked(duration) != nil,
            Self.endings.indices.contains(place)
        else { return nil }
        (self.jobs, ending) = (jobs, Self.endings[place])
        (isPartial, isCI) = (flags & Flag.partial != 0, flags & Flag.isCI != 0)
        (isImported, isPlain) = (flags & Flag.imported != 0, flags & Flag.plain != 0)
        (commit, machine, command) = (reader.text(), reader.text(), reader.text())
        bundles = reader.list(of: 9) { Bundle(name: $0.text(), build: $0.fixed()) }
        classes = reader.list(of: 12, Self.readClass)
        if !reader.isComplete { return nil }
    }

    /// Reads a class.
    private static func readClass(_ reader: inout CompactReader) -> Class {
        let (key, bundle, flags) = (reader.fixed(), reader.small(), reader.number())
        let content: Class.Content
        let count: Int
        if flags & ClassFlag.some == 0 {
            let results = reader.list(of: 2, readResult)
            (content, count) = (.each(results), results.count)
        } else {
            let named = reader.list(of: 3) { Class.Named(name: $0.text(), result: readResult(&$0)) }
            (content, count) = (.some(named, othersPassed: flags & ClassFlag.othersPassed != 0), named.count)
        }
        let reason = flags & ClassFlag.reason != 0 ? reader.text() : ""
        let details = reader.list(of: 6) { reader in
            var detail = Detail(place: reader.small())
            (detail.attempts, detail.runs, detail.failures) = (reader.small(), reader.small(), reader.small())
            if reader.number() != 0 { detail.seed = reader.fixed() }
            detail.message = reader.text()
            if detail.place >= count { reader.fail() }
            return detail
        }
        return Class(
            key: key, bundle: bundle, isAbnormal: flags & ClassFlag.abnormal != 0, reason: reason, content: content,
            details: details)
    }

    /// Reads a result.
    private static func readResult(_ reader: inout CompactReader) -> HistoryResult {
        if let result = HistoryResult(bits: reader.fixed(UInt16.self)) { return result }
        reader.fail()
        return .absent
    }
}
