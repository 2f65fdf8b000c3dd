// SPDX-License-Identifier: MIT

import BundleABI
import RunnerSupport

/// Writes tests' identities for a terminal.
///
/// The cases of a class mostly follow each other: what they share is made once, and their names are taken from where they
/// are in the listing.
public struct IdentityPrinter {
    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The class of the last case; -1 for none yet.
    private var classIndex = -1
    /// "bundle/Module.Class/" of that class.
    private var prefix: [UInt8] = []

    /// Writes the identities of a registry's entries.
    public init(_ registry: Registry) { self.registry = registry }

    /// Writes "bundle/Module.Class/case", with "[example]" where there is one.
    public mutating func write(_ slot: Plan.Slot, to output: inout TextOutput) {
        let index = Int(slot.caseIndex)
        if registry.cases[index].classIndex != classIndex {
            classIndex = registry.cases[index].classIndex
            prefix = Array(TerminalText.line(Identity.ofCase("", of: registry.identity(ofClass: classIndex))).utf8)
        }
        output.write(prefix)
        write(registry.cases[index].name, to: &output)
        let examples = registry.cases[index].examples
        guard let example = slot.example, example < examples.count else { return }
        output.write(Identity.open)
        write(registry.examples[examples.lowerBound + example], to: &output)
        output.write(Identity.close)
    }

    /// Writes a name.
    private func write(_ name: Text, to output: inout TextOutput) {
        let bytes = registry.characters(name)
        if TerminalText.isPlain(bytes) {
            output.write(bytes)
        } else {
            output.write(TerminalText.line(registry.string(name)))
        }
    }
}
