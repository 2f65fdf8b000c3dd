// SPDX-License-Identifier: MIT

import RunnerSupport

/// SwiftPM's description of the package in the working directory: `swift package describe`.
struct PackageSummary {
    /// A target.
    struct Target {
        /// Its name.
        let name: String
        /// The name of its module.
        let module: String
        /// Its kind: "library", "executable", "test" and others.
        let kind: String
        /// Whether it is written in Swift.
        let isSwift: Bool
        /// The products of other packages that it uses, plug-ins as well.
        let products: [String]
    }

    /// The package's name.
    let name: String
    /// Its targets.
    let targets: [Target]
    /// The identities of the packages that it depends on, in lower case.
    let dependencies: [String]

    /// Reads the output of SwiftPM; nil if that is no description.
    init?(json text: String) {
        guard let json = try? JSONValue(parsing: Array(text.utf8)), let name = json.text("name") else { return nil }
        self.name = name
        dependencies = json["dependencies"]?.elements.compactMap { $0.text("identity")?.lowercased() } ?? []
        targets =
            json["targets"]?.elements.map {
                Target(
                    name: $0.text("name") ?? "", module: $0.text("c99name") ?? "", kind: $0.text("type") ?? "",
                    isSwift: $0.text("module_type") == "SwiftTarget", products: $0.texts("product_dependencies"))
            } ?? []
    }

    /// Asks SwiftPM; nil if it cannot read the package, and then it has said why on standard error.
    static func read(_ interrupts: Int32) throws(SystemFault) -> PackageSummary? {
        var tool = try PackageTool.start(["package", "describe", "--type", "json"], isShown: false)
        if let text = tool.text() { return PackageSummary(json: text) }
        var again = try PackageTool.start(["package", "describe"], isShown: true)
        if again.wait(interrupts: interrupts) == PackageTool.notFound {
            StandardError.say("no 'swift' was found in PATH")
        }
        return nil
    }

    /// The target that tests of a name, or without one, are most likely for.
    func subject(of name: String?, forBundle isBundle: Bool) -> Target? {
        // No library can use an executable's module.
        let own = targets.filter { $0.isSwift && ($0.kind == "library" || $0.kind == "executable" && !isBundle) }
        let named = own.filter { name?.hasPrefix($0.module) ?? false }
        return named.max { $0.module.utf8.count < $1.module.utf8.count } ?? own.first { $0.name == self.name }
            ?? (own.count == 1 ? own.first : nil)
    }
}
