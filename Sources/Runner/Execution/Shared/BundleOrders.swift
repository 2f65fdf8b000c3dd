// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel

/// The configuration of one bundle's tests.
public struct BundleOrders: Equatable, Sendable {
    /// The limit of a case, a set-up or a tear-down, in nanoseconds; nil for the run's limit.
    public var timeout: UInt64?
    /// The isolation; nil for that of the run, which also counts if it is stricter.
    var isolation: Isolation?
    /// Variables that are set before the bundle is opened; nil removes one.
    ///
    /// No other bundle's code sees them: such a bundle is opened in processes of its own.
    var environment: [String: String?] = [:]

    /// Tags of all its classes, besides those that they state.
    public var tags: [String] = []
    /// The further choices of the seed for the bundle; nil for those of the run.
    var chance: ChanceChoice?

    /// What standard output and standard error are while its classes run; nil for what is usual for such a file.
    var output: OutputKind?
    /// Whether tests of Swift Testing on the main actor run off the main thread.
    var isOffMainThread = false

    /// Makes orders of settings.
    public init(_ settings: BundleSettings) {
        timeout = settings.timeout.map { UInt64($0.value * 1_000_000_000) }
        isolation = settings.isolation?.value
        tags = settings.tags?.value ?? []
        output = settings.output?.value
        isOffMainThread = settings.mainThread?.value == false
        chance = settings.chance?.value
        environment = settings.environment.mapValues(\.value)
    }

    /// What they are, in words that are the same each time.
    public var stableWords: String {
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value ?? "")" }
        return
            "\(timeout ?? 0) \(output.map { "\($0)" } ?? "") \(chance.map { "\($0)" } ?? "") \(isOffMainThread) \(variables)"
    }

    /// Returns a copy whose table uses the hash key of this process.
    func rehashed() -> BundleOrders {
        var orders = self
        orders.environment = environment.rehashed()
        return orders
    }

    /// Changes this process's environment; returns the changes that restore it.
    @discardableResult
    static func adopt(_ environment: [String: String?]) -> [String: String?] {
        var former: [String: String?] = [:]
        for (name, value) in environment {
            former[name] = .some(getenv(name).map { String(cString: $0) })
            if let value { setenv(name, value, 1) } else { unsetenv(name) }
        }
        return former
    }
}
