// SPDX-License-Identifier: MIT

/// The manual page in each form.
extension ManualForm {
    /// The manual page in this form.
    var text: String {
        switch self {
        case .roff: ManualPage.text
        case .markdown: CommandLinePage.text
        }
    }
}
