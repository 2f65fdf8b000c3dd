// SPDX-License-Identifier: MIT

/// A form in which the manual page can be printed.
enum ManualForm: String, CaseIterable {
    /// The macros of man(7), for `man -l -`.
    case roff
    /// Markdown, as in docs/COMMANDLINE.md.
    case markdown

    /// The manual page in this form.
    var text: String {
        switch self {
        case .roff: ManualPage.text
        case .markdown: CommandLinePage.text
        }
    }
}
