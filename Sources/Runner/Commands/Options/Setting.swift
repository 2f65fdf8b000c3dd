// SPDX-License-Identifier: MIT

import RunnerModel

/// An option with its value and its origin.
struct Setting {
    /// The option.
    let option: OptionTable.Option
    /// Its value; nil for a flag, and for an optional value that is left out.
    let value: String?
    /// The spelling for errors: `-j`, `--jobs`, a variable's name, a place in a file.
    let spelling: String
    /// Its origin.
    let origin: SettingOrigin
    /// Whether it switches off a flag that a weaker source switches on.
    var isOff = false

    /// Applies the setting.
    func apply(to options: inout Options) throws(UsageError) {
        if !isOff { try option.action.set(&options, value, spelling) }
    }
}
