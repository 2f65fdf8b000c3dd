// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import XCTest

/// The parts of a run that an `XCTestCase` stores and reports only to XCTest's own observers.
///
/// Reflection reads it.
struct XCTestResult {
    /// The variables of the instance that `XCTestCase` declares, by name.
    private let variables: [String: Any]

    /// The result of an instance that has run.
    init(of instance: XCTestCase) {
        var mirror: Mirror? = Mirror(reflecting: instance)
        while let one = mirror, one.subjectType != XCTestCase.self { mirror = one.superclassMirror }
        variables = Self.children(of: mirror)
    }

    /// Where an instance has what it has measured with; nil if that was not found.
    private static let meterOffset: Int? = {
        for index in 0..<variableCount(XCTestCase.self) {
            var variable = Variable()
            _ = variableType(XCTestCase.self, index, &variable)
            defer { variable.free?(variable.name) }
            if let name = variable.name, strcmp(name, "_performanceMeter") == 0 {
                return variableOffset(XCTestCase.self, index)
            }
        }
        return nil
    }()

    /// Whether an instance has measured something; reflection would take as long as an empty case.
    static func hasMeasurements(_ instance: XCTestCase) -> Bool {
        guard let meterOffset else { return true }
        let start = UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque())
        return start.load(fromByteOffset: meterOffset, as: UInt.self) != 0
    }

    /// Reports why the instance was skipped, wherever in its life that was.
    func reportSkip(to activity: Activity) {
        let skip = Self.unwrapped(variables["skip"])
        let location = skip.flatMap { Self.unwrapped(Self.children(of: Mirror(reflecting: $0))["sourceLocation"]) }
        let place = Self.children(of: location.map { Mirror(reflecting: $0) })
        // XCTest prints this after "Test skipped": the value of the condition, then the test's own message.
        let explanation = skip.flatMap { Self.unwrapped(Self.children(of: Mirror(reflecting: $0))["explanation"]) }
        let words = [explanation as? String, (skip as? XCTSkip)?.message].compactMap { $0 }.filter { !$0.isEmpty }
        activity.skip(
            words.isEmpty ? nil : words.joined(separator: " - "), file: place["file"] as? String,
            line: (place["line"] as? UInt).map { Int(clamping: $0) } ?? 0)
    }

    /// Reports the results of `measure` blocks.
    func reportMeasurements(to activity: Activity) {
        guard let meter = Self.unwrapped(variables["_performanceMeter"]),
            let metrics = Self.children(of: Mirror(reflecting: meter))["metrics"]
        else { return }
        for metric in Mirror(reflecting: metrics).children {
            guard let times = Self.children(of: Mirror(reflecting: metric.value))["measurements"] as? [TimeInterval],
                !times.isEmpty
            else { continue }
            activity.log(Self.description(of: times))
        }
    }

    /// The times of a measured block, in words.
    private static func description(of times: [TimeInterval]) -> String {
        let average = times.reduce(0, +) / Double(times.count)
        let variance = times.reduce(0) { $0 + ($1 - average) * ($1 - average) } / Double(max(1, times.count - 1))
        let deviation = average > 0 ? variance.squareRoot() / average * 100 : 0
        let values = times.map { String(format: "%.6f", $0) }.joined(separator: ", ")
        let summary = String(format: "average %.6f s, relative standard deviation %.1f %%", average, deviation)
        return "measured [time, seconds]: \(summary), values: \(values)"
    }

    /// The variables of a value, by name.
    private static func children(of mirror: Mirror?) -> [String: Any] {
        var values: [String: Any] = [:]
        for child in mirror.map({ Array($0.children) }) ?? [] {
            if let label = child.label { values[label] = child.value }
        }
        return values
    }

    /// The value in an optional one; nil if there is none.
    private static func unwrapped(_ value: Any?) -> Any? {
        guard let value, Mirror(reflecting: value).displayStyle == .optional else { return value }
        return Mirror(reflecting: value).children.first?.value
    }
}
