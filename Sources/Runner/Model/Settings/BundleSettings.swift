// SPDX-License-Identifier: MIT

/// The settings of one bundle, from a configuration file.
public struct BundleSettings {
    /// A value, and where it comes from.
    public struct Placed<Value> {
        /// The value.
        public let value: Value
        /// Its place: path, line and column, and the profile.
        public let origin: SettingOrigin

        /// Makes one from its parts.
        public init(value: Value, origin: SettingOrigin) {
            self.value = value
            self.origin = origin
        }
    }

    /// The bundle's name, as its tests' identities have it.
    public let name: String
    /// The place in a file that names the bundle.
    public let place: String
    /// The time limit for a case, a set-up or a tear-down, in seconds.
    public var timeout: Placed<Double>?
    /// The isolation.
    public var isolation: Placed<Isolation>?
    /// Tags of all its classes, besides those that they state.
    public var tags: Placed<[String]>?
    /// The further choices of the seed.
    public var chance: Placed<ChanceChoice>?
    /// The variables that are set, or where nil taken away, before the bundle is opened.
    public var environment: [String: Placed<String?>] = [:]

    /// The kind of standard output and standard error while its classes run.
    public var output: Placed<OutputKind>?
    /// Whether tests of Swift Testing on the main actor run on the main thread.
    public var mainThread: Placed<Bool>?

    /// Adds what a stronger place says.
    public mutating func merge(_ other: BundleSettings) {
        timeout = other.timeout ?? timeout
        isolation = other.isolation ?? isolation
        tags = other.tags ?? tags
        output = other.output ?? output
        mainThread = other.mainThread ?? mainThread
        chance = other.chance ?? chance
        environment.merge(other.environment) { $1 }
    }
}

extension BundleSettings {
    /// The settings of a bundle before any is made.
    public init(name: String, place: String) { self.init(name: name, place: place, timeout: nil) }
}
