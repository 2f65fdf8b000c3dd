// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The gaps in event files, and their contradictions.
///
/// Rule 59.
struct MergeFindings: Equatable {
    /// The gaps that make the merged run incomplete; each counts as a failure.
    private(set) var gaps: [String] = []
    /// The warnings.
    private(set) var warnings: [String] = []
    /// The files that are copies of others, by their places among all: nothing of them counts.
    private(set) var copies: Set<Int> = []

    /// The most shards that are named of those that are missing.
    private static let namedShards = 20

    /// Looks at the runs that some files report; `withShards`, all shards must be there.
    init(_ runs: [EventRun], withShards: Bool = true) {
        findCopies(runs)
        let counted = runs.indices.filter { !copies.contains($0) }.map { runs[$0] }
        lookAtEnds(counted)
        if withShards { lookAtShards(counted.filter { $0.start != nil }) }
        let starts = counted.compactMap { run in run.start.map { (path: run.path, start: $0) } }
        if Set(starts.compactMap(\.start.seed)).count > 1 {
            let words = starts.map { "\($0.path): \($0.start.seed.map(String.init) ?? "none")" }.joined(separator: ", ")
            warnings.append("the runs had different seeds; the merged report has the first: \(words)")
        }
        if Set(starts.compactMap(\.start.version)).count > 1 {
            warnings.append("the runs used different versions of the runner")
        }
    }

    /// Takes note of tests that share an identity: one's result would count for the other.
    mutating func note(clashesIn merged: MergedPlan, _ runs: [EventRun]) {
        let clashes = merged.gathered.clashes.filter { !copies.contains($0.file) }
        for clash in clashes {
            let places = clash.places.joined(separator: " and ")
            gaps.append(
                "\(runs[clash.file].path): two tests have the identity \(clash.identity): \(places); rename one")
        }
        let others = merged.gathered.clashCount - merged.gathered.clashes.count
        if others > 0 { gaps.append("\(Count.text(others, "more identity", "more identities")) of several tests") }
    }

    /// Finds the files that report one run: of copies, one of which may have been taken sooner, the longest counts.
    private mutating func findCopies(_ runs: [EventRun]) {
        struct Moment: Hashable { let wall, absolute: UInt64 }
        var groups: [Moment: [Int]] = [:]
        for (index, run) in runs.enumerated() {
            guard let start = run.start else { continue }
            groups[Moment(wall: start.wallClock, absolute: start.absolute), default: []].append(index)
        }
        for group in groups.values.sorted(by: { $0[0] < $1[0] }) where group.count > 1 {
            var best = group[0]
            for index in group.dropFirst() where runs[index].isSameRun(as: runs[best]) {
                let isLonger =
                    (runs[index].end != nil ? 1 : 0, runs[index].source.size)
                    > (runs[best].end != nil ? 1 : 0, runs[best].source.size)
                let copy = isLonger ? best : index
                if isLonger { best = index }
                copies.insert(copy)
                warnings.append("\(runs[copy].path): is a copy of \(runs[best].path), which counts once")
            }
        }
    }

    /// Each run must have come to an end; one whose shard was run again to its end need not.
    private mutating func lookAtEnds(_ runs: [EventRun]) {
        var whole: Set<String> = []
        for run in runs where run.isWhole { if let shard = run.start?.shard { whole.insert(shard) } }
        let isComplete = !whole.isEmpty && Self.missing(whole).map(\.isEmpty) ?? false
        for run in runs {
            if run.start == nil {
                // A machine that was lost before it began anything.
                if isComplete {
                    warnings.append("\(run.path): does not contain the start of a run; the other files have all shards")
                } else {
                    gaps.append("\(run.path): does not contain the start of a run")
                }
            } else if !run.isWhole, let shard = run.start?.shard, whole.contains(shard) {
                warnings.append("\(run.path): ends before its run did; another file has all of shard \(shard)")
            } else if run.end == nil {
                gaps.append("\(run.path): ends before its run did\(Self.hint(run.start))")
            }
        }
    }

    /// The command that runs something again.
    private static func hint(_ start: EventRun.Start?) -> String {
        start?.command.map { "; run it again: \($0)" } ?? ""
    }

    /// The shards that are missing among some; nil if these have different numbers of shards.
    private static func missing(_ shards: Set<String>) -> [Shard]? {
        let known = shards.compactMap(Shard.init(text:))
        let counts = Set(known.map(\.count))
        guard known.count == shards.count, counts.count == 1, let count = counts.first else { return nil }
        let indices = Set(known.map(\.index))
        return (1...count).filter { !indices.contains($0) }.map { Shard(index: $0, count: count) }
    }

    /// Each shard must be there, and all must be parts of one plan.
    private mutating func lookAtShards(_ runs: [EventRun]) {
        var shards: [String: EventRun.Start] = [:]
        for run in runs { if let start = run.start, let shard = start.shard { shards[shard] = start } }
        guard let any = shards.min(by: { $0.key < $1.key })?.value else { return }
        for run in runs where run.start?.shard == nil {
            gaps.append("\(run.path): comes from a run without --shard, but other files come from shards")
        }
        guard let missing = Self.missing(Set(shards.keys)) else {
            gaps.append(
                "the files come from different numbers of shards: \(shards.keys.sorted().joined(separator: ", "))"
            )
            return
        }
        for shard in missing.prefix(Self.namedShards) {
            let command = any.command.flatMap { Self.command($0, any.shard ?? "", shard) }
            gaps.append("shard \(shard) is missing\(command.map { "; run it: \($0)" } ?? "")")
        }
        if missing.count > Self.namedShards {
            gaps.append("\(missing.count - Self.namedShards) more shards are missing")
        }
        if Set(runs.map { $0.start?.balance ?? "" }).count > 1 {
            gaps.append(
                "the shards were balanced by different records: cases may be missing or duplicated; run all shards with one record"
            )
        }
        if Set(runs.compactMap(\.start?.allCases)).count > 1 {
            let words = runs.map { "\($0.path): \(Count.text($0.start?.allCases ?? 0, "case"))" }.joined(
                separator: ", ")
            gaps.append("the shards come from different plans: \(words) in all")
        }
    }

    /// The command that runs a shard, made of the one that repeats another; nil where that one does not name its own.
    private static func command(_ text: String, _ own: String, _ shard: Shard) -> String? {
        for mark in ["--shard ", "--shard="] where text.contains(mark + own) {
            let index = own.prefix { $0 != "/" }
            return withOwnFiles(text, String(index), shard.index).replacing(mark + own, with: mark + shard.description)
        }
        return nil
    }

    /// A command whose reports go to other files than those of another shard.
    private static func withOwnFiles(_ command: String, _ index: String, _ other: Int) -> String {
        var result = command
        for kind in ReportKind.allCases {
            for mark in ["--\(kind.rawValue) ", "--\(kind.rawValue)="] {
                guard let place = result.firstRange(of: mark) else { continue }
                let rest = result[place.upperBound...]
                // A quoted word ends with its quote.
                let end =
                    rest.first == "'"
                    ? rest.dropFirst().firstIndex(of: "'") ?? rest.endIndex : rest.firstIndex(of: " ") ?? rest.endIndex
                let file = String(rest[..<end])
                if file == "-" || file.hasPrefix("fd:") { continue }
                result.replaceSubrange(rest.startIndex..<end, with: renamed(file, index, other))
            }
        }
        return result
    }

    /// A file's name with another shard's number: in place of this one's, or, if it has none, after the name.
    private static func renamed(_ path: String, _ index: String, _ other: Int) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (directory, name) = (path[..<start], path[start...])
        var place = name.endIndex
        while place > name.startIndex {
            guard let last = name[..<place].lastIndex(where: \.isNumber) else { break }
            let before = name[..<last].lastIndex { !$0.isNumber }
            let first = before.map { name.index(after: $0) } ?? name.startIndex
            if name[first...last] == index {
                let (start, end) = (name[..<first], name[name.index(after: last)...])
                return "\(directory)\(start)\(other)\(end)"
            }
            place = first
        }
        let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        return directory + name[..<dot] + "-\(other)" + name[dot...]
    }
}
