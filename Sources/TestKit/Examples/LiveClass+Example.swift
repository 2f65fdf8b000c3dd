// SPDX-License-Identifier: MIT

import BundleABI

/// Rule 14.
extension LiveClass {
    /// Runs one example of a case with its hooks.
    func run(_ body: CaseBody, named name: UnsafePointer<CChar>, with example: Example, _ activity: Activity) {
        instance?.currentExample = example
        if let text = example.plainValuesText {
            activity.host.note("example: \(text)", of: activity.identifier)
        }
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
    var valuesText: String? { valuesText { ValueText.line($0, limit: Self.textLimit) } }

    /// The values before the case has run, when a suite's own code must not describe values: numbers and texts alone.
    var plainValuesText: String? {
        valuesText { value in
            switch value {
            case let value as Bool: value.description
            case let value as Int: value.description
            case let value as Double: value.description
            case is String, is [Int], is [String]: ValueText.line(value, limit: Self.textLimit)
            default: nil
            }
        }
    }

    /// The values that have a text, in the order of their keys.
    private func valuesText(_ text: (any Sendable) -> String?) -> String? {
        if values.count == 1, let value = values[Self.singleValueKey] {
            let text = text(value)
            return text == name || value as? String == name ? nil : text
        }
        let texts = values.sorted { $0.key < $1.key }.compactMap { key, value in text(value).map { "\(key): \($0)" } }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}
