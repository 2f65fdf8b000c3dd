// SPDX-License-Identifier: MIT

/// The limit of a resource, from a configuration file.
package struct ResourceSetting {
    /// The resource's name.
    package let name: String
    /// How many classes may use it at the same time.
    package let jobs: Int
    /// Where that is: path, line and column, and the profile.
    package let origin: SettingOrigin

    /// Makes one from its parts.
    package init(name: String, jobs: Int, origin: SettingOrigin) {
        self.name = name
        self.jobs = jobs
        self.origin = origin
    }
}
