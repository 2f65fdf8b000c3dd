// SPDX-License-Identifier: MIT

/// The times of some code, in several runs of it.
///
/// Not called a measurement, since Foundation has a type of that name.
public struct MeasuredTimes: Sendable {
    /// The duration of each time, ascending; never empty.
    public let durations: [Duration]

    /// The shortest.
    public var minimum: Duration { durations.first ?? .zero }
    /// The longest.
    public var maximum: Duration { durations.last ?? .zero }
    /// The one in the middle; of an even number, the mean of the two.
    public var median: Duration {
        let middle = durations.count / 2
        guard durations.count.isMultiple(of: 2), middle > 0 else { return durations[middle] }
        return (durations[middle - 1] + durations[middle]) / 2
    }
}

/// Times some code and logs the shortest, the median and the longest time.
///
/// A quick look, not a benchmark: the code runs once to warm up, then `iterations` times on the calling thread, by a clock that
/// never goes back.
///
/// - Parameters:
///   - name: The subject of the timing, for the log.
///   - iterations: How often the code is timed; less than 1 counts as 1.
///   - file: The file of the call.
///   - line: The line of the call.
///   - body: The code. An error ends the timing.
/// - Returns: The times.
@discardableResult
public func measure(
    _ name: String = "measured", iterations: Int = 10, file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Void
) rethrows -> MeasuredTimes {
    Assertion.note(SourceLocation(file, line))
    try body()
    var durations: [Duration] = []
    for _ in 0..<max(1, iterations) { durations.append(try ContinuousClock().measure(body)) }
    let measured = MeasuredTimes(durations: durations.sorted())
    let times = "\(measured.minimum), median \(measured.median), \(measured.maximum)"
    if let activity = Activity.current {
        activity.host.log("\(name): \(times) (\(durations.count) times)", of: activity.identifier)
    }
    return measured
}
