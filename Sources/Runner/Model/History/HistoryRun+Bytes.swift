// SPDX-License-Identifier: MIT

import RunnerSupport

extension HistoryRun {
    /// Its bits in a file.
    private enum Flag {
        static let partial: UInt64 = 1, isCI: UInt64 = 2, imported: UInt64 = 4, plain: UInt64 = 8
    }

    /// The bits of a class in a file.
    private enum ClassFlag {
        static let some: UInt64 = 1, abnormal: UInt64 = 2, othersPassed: UInt64 = 4, reason: UInt64 = 8
    }

    /// The endings, in the order of their numbers in a file.
    private static let endings: [RunRecord.Ending] = [.finished, .stopped, .cutShort]

    /// The bytes of its block.
    public var bytes: [UInt8] {
        var writer = BlockWriter()
        for number in [id, started, duration, seed] { writer.append(number) }
        writer.append(short: jobs)
        writer.append(short: Self.endings.firstIndex(of: ending) ?? 0)
        writer.append(
            short: (isPartial ? Flag.partial : 0) | (isCI ? Flag.isCI : 0) | (isImported ? Flag.imported : 0)
                | (isPlain ? Flag.plain : 0))
        for text in [commit, machine, command] { writer.append(text) }
        writer.append(short: bundles.count)
        for bundle in bundles {
            writer.append(bundle.name)
            writer.append(bundle.build)
        }
        writer.append(short: classes.count)
        for item in classes { Self.write(item, to: &writer) }
        return writer.bytes
    }

    /// Writes a class.
    private static func write(_ item: Class, to writer: inout BlockWriter) {
        writer.append(item.key)
        writer.append(short: item.bundle)
        var flags = (item.isAbnormal ? ClassFlag.abnormal : 0) | (item.reason.isEmpty ? 0 : ClassFlag.reason)
        switch item.content {
        case .each(let results):
            writer.append(short: flags)
            writer.append(results)
        case .some(let named, let othersPassed):
            flags |= ClassFlag.some | (othersPassed ? ClassFlag.othersPassed : 0)
            writer.append(short: flags)
            writer.append(short: named.count)
            for test in named {
                writer.append(test.name)
                writer.append(UInt64(test.result.bits), width: 2)
            }
        }
        if !item.reason.isEmpty { writer.append(item.reason) }
        writer.append(short: item.details.count)
        for detail in item.details {
            for number in [detail.place, detail.attempts, detail.runs, detail.failures] { writer.append(short: number) }
            writer.append(short: detail.seed == nil ? 0 : 1)
            if let seed = detail.seed { writer.append(seed) }
            writer.append(detail.message)
        }
    }

    /// Reads a block.
    public init(_ bytes: ArraySlice<UInt8>) throws(BlockReader.Malformed) {
        var reader = BlockReader(bytes)
        id = try reader.number()
        guard let started = FileNumber.instant.checked(try reader.number()),
            let duration = FileNumber.duration.checked(try reader.number())
        else { throw BlockReader.Malformed() }
        (self.started, self.duration) = (started, duration)
        seed = try reader.number()
        jobs = try reader.small()
        let place = try reader.small()
        guard Self.endings.indices.contains(place) else { throw BlockReader.Malformed() }
        ending = Self.endings[place]
        let flags = try reader.short()
        isPartial = flags & Flag.partial != 0
        isCI = flags & Flag.isCI != 0
        isImported = flags & Flag.imported != 0
        isPlain = flags & Flag.plain != 0
        commit = try reader.text()
        machine = try reader.text()
        command = try reader.text()
        for _ in 0..<(try reader.count(of: 9)) {
            bundles.append(Bundle(name: try reader.text(), build: try reader.number()))
        }
        for _ in 0..<(try reader.count(of: 12)) { classes.append(try Self.readClass(&reader)) }
        guard reader.isAtEnd else { throw BlockReader.Malformed() }
    }

    /// Reads a class.
    private static func readClass(_ reader: inout BlockReader) throws(BlockReader.Malformed) -> Class {
        let key = try reader.number()
        let bundle = try reader.small()
        let flags = try reader.short()
        let content: Class.Content
        let count: Int
        if flags & ClassFlag.some == 0 {
            let results = try reader.results()
            (content, count) = (.each(results), results.count)
        } else {
            var named: [Class.Named] = []
            for _ in 0..<(try reader.count(of: 3)) {
                named.append(Class.Named(name: try reader.text(), result: try reader.result()))
            }
            (content, count) = (.some(named, othersPassed: flags & ClassFlag.othersPassed != 0), named.count)
        }
        var item = Class(key: key, bundle: bundle, isAbnormal: flags & ClassFlag.abnormal != 0, content: content)
        if flags & ClassFlag.reason != 0 { item.reason = try reader.text() }
        for _ in 0..<(try reader.count(of: 6)) {
            var detail = Detail(place: try reader.small())
            detail.attempts = try reader.small()
            detail.runs = try reader.small()
            detail.failures = try reader.small()
            if try reader.short() != 0 { detail.seed = try reader.number() }
            detail.message = try reader.text()
            guard detail.place < count else { throw BlockReader.Malformed() }
            item.details.append(detail)
        }
        return item
    }
}
