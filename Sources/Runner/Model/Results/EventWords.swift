// SPDX-License-Identifier: MIT

extension Progress.Slow.Phase {
    /// The phase as programs read it.
    public var word: String {
        switch self {
        case .body: "case"
        case .setUp: "classSetUp"
        case .tearDown: "classTearDown"
        }
    }
}
