// SPDX-License-Identifier: MIT

import RunnerSupport

extension FocusEffect {
    /// The effect on the run, in words: "3 cases left out, because of a focus in Shop".
    ///
    /// Where the selection has left out the same, there is nothing to count; the focus is reported all the same.
    func words(_ name: (String) -> String = { $0 }) -> String {
        let names = bundles.map(name).joined(separator: ", ")
        let what = leftOut > 0 ? "\(Count.text(leftOut, "case")) left out, because of" : "there is"
        // A part of a run may have no class of theirs.
        return "\(what) a focus\(names.isEmpty ? "" : " in \(names)")"
    }
}
