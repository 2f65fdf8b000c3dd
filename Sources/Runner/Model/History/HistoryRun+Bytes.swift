// SPDX-License-Identifier: MIT

import RunnerSupport

extension HistoryRun {
    /// Its bits in a file.
    private enum Flag { static let partial = 1, isCI = 2, imported = 4, plain = 8 }

    /// The endings, in the order of their numbers in a file.
    private static let endings: [RunRecord.Ending] = [.finished, .stopped, .cutShort]

    /// The bytes of its block.
    public var bytes: [UInt8] {
        var (coder, copy) = (CompactCoder(), self)
        copy.pass(&coder)
        return coder.bytes
    }

    /// Reads a block; nil for what no writer can have written.
    public init?(_ bytes: ArraySlice<UInt8>) {
        self.init(id: 0)
        var coder = CompactCoder(reading: bytes)
        pass(&coder)
        guard coder.isComplete, FileNumber.instant.checked(started) != nil, FileNumber.duration.checked(duration) != nil
        else { return nil }
    }

    /// Passes all of it.
    private mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(fixed: &id)
        coder.pass(fixed: &started)
        coder.pass(fixed: &duration)
        coder.pass(fixed: &seed)
        coder.pass(small: &jobs)
        coder.pass(&ending, of: Self.endings) { Self.endings.firstIndex(of: $0) ?? 0 }
        var flags =
            (isPartial ? Flag.partial : 0) | (isCI ? Flag.isCI : 0) | (isImported ? Flag.imported : 0)
            | (isPlain ? Flag.plain : 0)
        coder.pass(&flags)
        (isPartial, isCI) = (flags & Flag.partial != 0, flags & Flag.isCI != 0)
        (isImported, isPlain) = (flags & Flag.imported != 0, flags & Flag.plain != 0)
        coder.pass(&commit)
        coder.pass(&machine)
        coder.pass(&command)
        coder.pass(&bundles, of: 9, blank: Bundle(name: "", build: 0)) { bundle, coder in
            coder.pass(&bundle.name)
            coder.pass(fixed: &bundle.build)
        }
        coder.pass(&classes, of: 12, blank: Class(key: 0, content: .each([]))) { $0.pass(&$1) }
    }
}

extension HistoryRun.Class {
    /// Its bits in a file.
    private enum Flag { static let some = 1, abnormal = 2, othersPassed = 4, reason = 8 }

    /// Passes all of it.
    fileprivate mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(fixed: &key)
        coder.pass(small: &bundle)
        var flags = (isAbnormal ? Flag.abnormal : 0) | (reason.isEmpty ? 0 : Flag.reason)
        if case .some(_, let othersPassed) = content {
            flags |= Flag.some | (othersPassed ? Flag.othersPassed : 0)
        }
        coder.pass(&flags)
        if coder.isReading, flags & Flag.some != 0 {
            content = .some([], othersPassed: flags & Flag.othersPassed != 0)
        }
        let count: Int
        switch content {
        case .each(var results):
            coder.pass(&results, of: 2, blank: .absent) { $0.pass(&$1) }
            (content, count) = (.each(results), results.count)
        case .some(var named, let othersPassed):
            coder.pass(&named, of: 3, blank: Named(name: "", result: .absent)) { test, coder in
                coder.pass(&test.name)
                test.result.pass(&coder)
            }
            (content, count) = (.some(named, othersPassed: othersPassed), named.count)
        }
        isAbnormal = flags & Flag.abnormal != 0
        if flags & Flag.reason != 0 { coder.pass(&reason) }
        coder.pass(&details, of: 6, blank: HistoryRun.Detail(place: 0)) { detail, coder in
            coder.pass(small: &detail.place)
            coder.pass(small: &detail.attempts)
            coder.pass(small: &detail.runs)
            coder.pass(small: &detail.failures)
            coder.pass(&detail.seed, blank: 0) { $1.pass(fixed: &$0) }
            coder.pass(&detail.message)
            if detail.place >= count { coder.fail() }
        }
    }
}

extension HistoryResult {
    /// Passes its two bytes; those of an outcome that does not exist are a fault.
    fileprivate mutating func pass(_ coder: inout CompactCoder) {
        var bits = bits
        coder.pass(fixed: &bits)
        if let result = HistoryResult(bits: bits) { self = result } else { coder.fail() }
    }
}
