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
        let sources = module.sourceFiles(withSuffix: ".swift").map(\.url)
        let dependencies = module.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }
        let output = context.pluginWorkDirectoryURL.appending(component: "TestRegistration.swift")
        return [
            .buildCommand(
                displayName: "Registering the tests of \(module.name)",
                executable: try context.tool(named: "BundleRegistrar").url,
                arguments: ["--module", module.moduleName, "--output", output.path]
                    + ["--toolchain", try toolchain(of: context).path]
                    + dependencies.flatMap { ["--dependency", "\($0.moduleName)=\($0.directoryURL.path)"] }
                    + ["--"] + sources.map(\.path),
                inputFiles: sources,
                outputFiles: [output]
            )
        ]
    }

    /// The toolchain that compiles the target: its parser knows the same language as its compiler.
    private func toolchain(of context: PluginContext) throws -> URL {
        // <toolchain>/bin/swiftc
        try context.tool(named: "swiftc").url.resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent()
    }
}
