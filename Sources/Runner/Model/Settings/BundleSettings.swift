// SPDX-License-Identifier: MIT

/// The settings of one bundle, from a configuration file.
struct BundleSettings {
    /// A value, and where it comes from.
    struct Placed<Value> {
        /// The value.
        let value: Value
        /// Its place: path, line and column, and the profile.
        let origin: SettingOrigin
    }

    /// The bundle's name, as its tests' identities have it.
    let name: String
    /// Where it is named.
    let place: String
    /// How long a case, a set-up or a tear-down may take, in seconds.
    var timeout: Placed<Double>?
    /// The isolation.
    var isolation: Placed<Isolation>?
    /// Tags of all its classes, besides those that they state.
    var tags: Placed<[String]>?
    /// The further choices of the seed.
    var chance: Placed<ChanceChoice>?
    /// The variables that are set, or where nil taken away, before the bundle is opened.
    var environment: [String: Placed<String?>] = [:]

    /// What standard output and standard error are while its classes run.
    var output: Placed<OutputKind>?

    /// Adds what a stronger place says.
    mutating func merge(_ other: BundleSettings) {
        timeout = other.timeout ?? timeout
        isolation = other.isolation ?? isolation
        tags = other.tags ?? tags
        output = other.output ?? output
        chance = other.chance ?? chance
        environment.merge(other.environment) { $1 }
    }
}
