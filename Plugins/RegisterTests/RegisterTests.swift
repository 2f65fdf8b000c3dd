// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// Registers the test classes of a target: write a class, build, get a bundle.
///
/// Before the target is compiled, BundleRegistrar reads its sources and writes one more. It runs again only when a
/// source has changed.
@main
struct RegisterTests: BuildToolPlugin {
    /// The command that writes a target's registration.
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let module = target as? SwiftSourceModuleTarget else {
            Diagnostics.error("plugin RegisterTests expects a target of Swift sources; '\(target.name)' is none")
            return []
        }
        // One step to a statement: this file is compiled before each first build and whenever a variable of the environment
        // has changed, and the type checker takes seconds for a long chain of `+`.
        let sources: [URL] = module.sourceFiles(withSuffix: ".swift").map { $0.url }
        let output: URL = context.pluginWorkDirectoryURL.appending(component: "TestRegistration.swift")
        let assertions: URL = context.pluginWorkDirectoryURL.appending(component: "TestAssertions.swift")
        var arguments: [String] = ["--module", module.moduleName, "--output", output.path]
        arguments.append("--assertions")
        arguments.append(assertions.path)
        arguments.append("--toolchain")
        arguments.append(try toolchain(of: context).path)
        for target in module.recursiveTargetDependencies {
            guard let dependency = target as? SwiftSourceModuleTarget else { continue }
            arguments.append("--dependency")
            arguments.append("\(dependency.moduleName)=\(dependency.directoryURL.path)")
        }
        arguments.append("--")
        for source in sources { arguments.append(source.path) }
        let command = Command.buildCommand(
            displayName: "Registering the tests of \(module.name)",
            executable: try context.tool(named: "BundleRegistrar").url,
            arguments: arguments,
            inputFiles: sources,
            outputFiles: [output, assertions]
        )
        return [command]
    }

    /// The toolchain that compiles the target: its parser knows the same language as its compiler.
    private func toolchain(of context: PluginContext) throws -> URL {
        // <toolchain>/bin/swiftc
        try context.tool(named: "swiftc").url.resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent()
    }
}
