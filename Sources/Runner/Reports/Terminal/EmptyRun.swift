// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The reasons why a run, or a bundle, has no case.
public struct EmptyRun {
    /// The registry of all loaded bundles.
    let registry: Registry
    /// The plan of the run.
    let plan: Plan
    /// Where bundles were looked for.
    let searched: TerminalReporter.Settings.Searched

    /// The reasons of a run, or of its list.
    public init(registry: Registry, plan: Plan, searched: TerminalReporter.Settings.Searched) {
        (self.registry, self.plan, self.searched) = (registry, plan, searched)
    }

    /// The reason why a bundle has no case; nil if it has one.
    static func reason(_ bundle: Registry.Bundle, _ registry: Registry) -> String? {
        let classes = registry.classes[bundle.classes]
        guard classes.allSatisfy({ $0.bundle != bundle.fileIndex || $0.cases.isEmpty }) else { return nil }
        if registry.warnings.contains(where: { $0.bundle == bundle.name && $0.testCount > 0 }) {
            return "no case: its methods that look like tests are not registered"
        }
        if classes.isEmpty {
            return "no case: it registers no class; a test is a class that inherits from TestCase, in a target with "
                + "the plug-in RegisterTests"
        }
        let words = classes.count == 1 ? "its class has none" : "none of its \(classes.count) classes has one"
        return "no case: \(words); a case is a method of a class, and its name begins with test"
    }

    /// The reason why nothing ran, each reason in a line.
    public var reasons: [String] {
        let left = plan.filteredOut
        if registry.bundles.isEmpty, searched.isPackage {
            return [
                "the package has no tests: no test target, and no dynamic library of a target with the plug-in RegisterTests",
                "  tests of XCTest and Swift Testing are in a test target, in Tests/; those of TestKit, there or in a bundle (docs/Bundles.md)",
            ]
        }
        if registry.bundles.isEmpty, !searched.paths.isEmpty {
            let paths = searched.paths.prefix(3).joined(separator: ", ") + (searched.paths.count > 3 ? ", …" : "")
            let others =
                searched.passedOver > 0
                ? " (passed over: \(Count.text(searched.passedOver, "other library", "other libraries")); -v names them)"
                : ""
            let found = "no bundle and no test executable in \(paths)\(others)"
            if let package = searched.package {
                return [
                    found,
                    "  the package around it is '\(package)': without a path, runner builds it and runs its tests",
                ]
            }
            return [
                found,
                "  a bundle is a library of a target with the plug-in RegisterTests; build it first, or search "
                    + "subdirectories with -r",
            ]
        }
        if plan.slots.isEmpty, !plan.unsupported.isEmpty {
            return ["\(Count.text(plan.unsupported.count, "case")) cannot run here; the list above says why"]
        }
        if plan.slots.isEmpty, left > 0 { return ["none of \(Count.text(left, "case")) is selected"] }
        // Of several, the list of bundles says it.
        if registry.bundles.count == 1, let bundle = registry.bundles.first,
            let reason = Self.reason(bundle, registry)
        {
            return ["\(bundle.name): \(reason)"]
        }
        return []
    }
}
