// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel

/// The configuration of one bundle's tests.
///
/// It has no table: a worker may hash by another key than the host.
public struct BundleOrders: Equatable, Sendable {
    /// A variable of the environment; nil takes it away.
    struct Variable: Equatable, Sendable {
        /// Its name.
        let name: String
        /// Its value.
        let value: String?
    }

    /// The limit of a case, a set-up or a tear-down, in nanoseconds; nil for the run's limit.
    public var timeout: UInt64?
    /// The isolation; nil for that of the run, which also counts if it is stricter.
    var isolation: Isolation?
    /// Variables that are set before the bundle is opened, by name.
    ///
    /// No other bundle's code sees them: such a bundle is opened in processes of its own.
    var environment: [Variable] = []

    /// Tags of all its classes, besides those that they state.
    public var tags: [String] = []
    /// The further choices of the seed for the bundle; nil for those of the run.
    var chance: ChanceChoice?

    /// The kind of standard output and standard error while its classes run; nil for what is usual for such a file.
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
        environment = settings.environment.sorted { $0.key < $1.key }.map { name, setting in
            Variable(name: name, value: setting.value)
        }
    }

    /// The settings as a text that is the same each time.
    public var stableWords: String {
        let variables = environment.map { "\($0.name)=\($0.value ?? "")" }
        return
            "\(timeout ?? 0) \(output.map { "\($0)" } ?? "") \(chance.map { "\($0)" } ?? "") \(isOffMainThread) \(variables)"
    }

    /// Changes this process's environment; returns the changes that restore it.
    @discardableResult
    static func adopt(_ environment: [Variable]) -> [Variable] {
        environment.map { variable in
            let former = getenv(variable.name).map { String(cString: $0) }
            if let value = variable.value { setenv(variable.name, value, 1) } else { unsetenv(variable.name) }
            return Variable(name: variable.name, value: former)
        }
    }
}
