/// The gaps in event files, and their contradictions.
struct MergeFindings: Equatable {
    /// The gaps that make the merged run incomplete; each counts as a failure.
    private(set) var gaps: [String] = []
    /// The warnings.
    private(set) var warnings: [String] = []

    /// Looks at some files.
    init(_ files: [EventFile]) {
        for file in files where file.start == nil { gaps.append("\(file.path): has no start of a run") }
        for file in files where file.start != nil && file.end == nil {
            gaps.append("\(file.path): ends before its run did")
        }
        let started = files.compactMap { file in file.start?["testkit"].map { (path: file.path, run: $0) } }
        lookAtShards(started)
        let seeds = Set(started.compactMap { $0.run["seed"]?.text })
        if seeds.count > 1 {
            let words = started.map { "\($0.path): \($0.run["seed"]?.text ?? "none")" }.joined(separator: ", ")
            warnings.append("the runs had different seeds; the merged report has the first: \(words)")
        }
        if Set(started.compactMap { $0.run["runner"]?.text }).count > 1 {
            warnings.append("the runs were of different versions of the runner")
        }
    }

    /// Each shard must be there once, and all must be parts of one plan.
    private mutating func lookAtShards(_ started: [(path: String, run: JSONNode)]) {
        var files: [String: [String]] = [:]
        for (path, run) in started { if let shard = run["shard"]?.text { files[shard, default: []].append(path) } }
        guard !files.isEmpty else { return }
        for (path, run) in started where run["shard"]?.text == nil { gaps.append("\(path): is no shard, others are") }
        for (shard, paths) in files.sorted(by: { $0.key < $1.key }) where paths.count > 1 {
            gaps.append("shard \(shard) is there more than once: \(paths.joined(separator: ", "))")
        }
        let counts = Set(files.keys.compactMap { $0.split(separator: "/").last.flatMap { Int($0) } })
        guard counts.count == 1, let count = counts.first, count <= Shard.countLimit else {
            gaps.append("the shards are of different numbers of shards: \(files.keys.sorted().joined(separator: ", "))")
            return
        }
        let missing = (1...max(1, count)).filter { files["\($0)/\(count)"] == nil }
        for index in missing.prefix(20) { gaps.append("shard \(index)/\(count) is missing") }
        if missing.count > 20 { gaps.append("\(missing.count - 20) more shards are missing") }
        let sizes = started.map { ($0.run["cases"]?.integer ?? 0) + ($0.run["casesElsewhere"]?.integer ?? 0) }
        if Set(sizes).count > 1 {
            let words = zip(started, sizes).map { "\($0.path): \(Count.text($1, "case"))" }.joined(separator: ", ")
            gaps.append("the shards are of different plans: \(words) in all")
        }
    }
}
