// SPDX-License-Identifier: MIT

import BundleABI

/// Rule 14.
extension LiveClass {
    /// Runs one example of a case with its hooks.
    func run(_ body: CaseBody, named name: UnsafePointer<CChar>, with example: Example, _ activity: Activity) {
        instance?.currentExample = example
        run(body, named: name, activity)
        instance?.currentExample = nil
        // The name may say nothing of them.
        if activity.status == TESTKIT_FAILED, let text = example.valuesText {
            activity.host.log("example: \(text)", of: activity.identifier)
        }
    }
}

extension Example {
    /// The longest text of a value.
    private static let textLimit = 200

    /// The values, in the order of their keys: `a: 1, b: 1`; nil where the name is their text, or there is none.
    var valuesText: String? {
        func text(_ value: any Sendable) -> String { ValueText.line(value, limit: Self.textLimit) }
        if values.count == 1, let value = values[Self.singleValueKey] {
            let text = text(value)
            return text == name || "\(value)" == name ? nil : text
        }
        if values.isEmpty { return nil }
        return values.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }.joined(separator: ", ")
    }
}
