// SPDX-License-Identifier: MIT

/// The limit of a resource, from a configuration file.
public struct ResourceSetting {
    /// The resource's name.
    public let name: String
    /// The number of classes that may use it at the same time.
    public let jobs: Int
    /// Where that is: path, line and column, and the profile.
    public let origin: SettingOrigin

    /// Makes one from its parts.
    public init(name: String, jobs: Int, origin: SettingOrigin) {
        self.name = name
        self.jobs = jobs
        self.origin = origin
    }
}
