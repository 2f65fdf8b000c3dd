// SPDX-License-Identifier: MIT

/// The limit of a resource, from a configuration file.
struct ResourceSetting {
    /// The resource's name.
    let name: String
    /// How many classes may use it at the same time.
    let jobs: Int
    /// Where that stands: path, line and column, and the profile.
    let origin: SettingOrigin
}
