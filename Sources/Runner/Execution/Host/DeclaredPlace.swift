// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

extension Registry {
    /// Gives issues without a place that of the case's declaration, so that every failure names a line.
    func locate(_ issues: inout [Issue], ofCase index: Int) {
        let entry = cases[index]
        locate(&issues, entry.file.count > 0 ? entry.file : classes[entry.classIndex].file, entry.line)
    }

    /// Gives issues without a place in a class's set-up or tear-down that of the class's declaration.
    func locate(_ issues: inout [Issue], ofClass index: Int) {
        locate(&issues, classes[index].file, classes[index].line)
    }

    /// Gives issues without a place that of a declaration, marked as last known.
    private func locate(_ issues: inout [Issue], _ file: Text, _ line: UInt32) {
        guard file.count > 0 else { return }
        for index in issues.indices where issues[index].isFailure && (issues[index].file ?? "").isEmpty {
            issues[index].file = string(file)
            issues[index].line = line
            issues[index].isLastKnownLocation = true
        }
    }
}
