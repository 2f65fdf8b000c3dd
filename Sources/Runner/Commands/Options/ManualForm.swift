// SPDX-License-Identifier: MIT

/// A form in which the manual page can be printed.
enum ManualForm: String, CaseIterable {
    /// The macros of man(7), for `man -l -`.
    case roff
    /// Markdown, as in docs/COMMANDLINE.md.
    case markdown
}
