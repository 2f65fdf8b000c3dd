// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// Registers the test classes of a target: write a class, build, get a bundle.
///
/// Before the target is compiled, BundleRegistrar reads its sources and writes one more. It runs again only when a
/// source has changed, or one of a module that superclasses may be declared in.
@main
struct RegisterTests: BuildToolPlugin {
    /// The command that writes a target's registration.
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let module = target as? SwiftSourceModuleTarget else {
            Diagnostics.error("plugin RegisterTests expects a target of Swift sources; '\(target.name)' is not one")
            return []
        }
        // A separate statement for each step: this file is compiled before each first build and whenever a variable of the environment
        // has changed, and the type checker takes seconds for a long chain of `+`.
        let sources: [URL] = module.sourceFiles(withSuffix: ".swift").map { $0.url }
        var inputs: [URL] = sources
        let output: URL = context.pluginWorkDirectoryURL.appending(component: "TestRegistration.swift")
        let assertions: URL = context.pluginWorkDirectoryURL.appending(component: "TestAssertions.swift")
        var arguments: [String] = ["--module", module.moduleName, "--output", output.path]
        arguments.append("--assertions")
        arguments.append(assertions.path)
        arguments.append("--toolchain")
        arguments.append(try toolchain(of: context).path)
        var outputs: [URL] = [output, assertions]
        if module.kind == .test {
            let suites: URL = context.pluginWorkDirectoryURL.appending(component: "TestSuites.swift")
            outputs.append(suites)
            arguments.append("--suites")
            arguments.append(suites.path)
        }
        for target in module.recursiveTargetDependencies {
            guard let dependency = target as? SwiftSourceModuleTarget else { continue }
            arguments.append("--dependency")
            arguments.append("\(dependency.moduleName)=\(dependency.directoryURL.path)")
            // Only modules that know TestKit may contain superclasses, which are read for what they declare.
            guard usesTestKit(dependency) else { continue }
            for source in dependency.sourceFiles(withSuffix: ".swift") { inputs.append(source.url) }
            guard let directory = workDirectory(of: dependency, context) else { continue }
            arguments.append("--registers")
            arguments.append("\(dependency.moduleName)=\(directory.path)")
        }
        arguments.append("--")
        for source in sources { arguments.append(source.path) }
        let command = Command.buildCommand(
            displayName: "Registering the tests of \(module.name)", executable: try registrar(of: context),
            arguments: arguments, inputFiles: inputs, outputFiles: outputs)
        return [command]
    }

    /// The registrar of this package, or in its place, as the manifest has decided, that of an installed runner in `PATH`.
    private func registrar(of context: PluginContext) throws -> URL {
        if let own = try? context.tool(named: "BundleRegistrar") { return own.url }
        let version = "0.1.0"
        let name = "BundleRegistrar-\(version)"
        let path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
        for directory in path.split(separator: ":") {
            let file = "\(directory)/\(name)"
            if FileManager.default.isExecutableFile(atPath: file) { return URL(fileURLWithPath: file) }
        }
        Diagnostics.error("\(name) is no longer in PATH; 'swift package purge-cache' lets the next build make one")
        throw CancellationError()
    }

    /// The directory that is there if this plug-in is applied to a module, as SwiftPM lays them out; nil if it does so otherwise.
    private func workDirectory(of module: SwiftSourceModuleTarget, _ context: PluginContext) -> URL? {
        // <outputs>/<package>/<target>/destination/RegisterTests
        let own: URL = context.pluginWorkDirectoryURL
        let parts: [String] = own.pathComponents.suffix(4)
        guard parts.count == 4, parts[0] == context.package.id, let package = package(of: module, context.package)
        else {
            return nil
        }
        var directory: URL = own
        for _ in 0..<4 { directory.deleteLastPathComponent() }
        for part in [package.id, module.name, parts[2], parts[3]] { directory.append(component: part) }
        return directory
    }

    /// The package that has a target, among a package and those that it depends on.
    private func package(of module: SwiftSourceModuleTarget, _ root: Package) -> Package? {
        if root.targets.contains(where: { $0.id == module.id }) { return root }
        for dependency in root.dependencies {
            if let found = package(of: module, dependency.package) { return found }
        }
        return nil
    }

    /// Whether a module can declare test classes.
    private func usesTestKit(_ module: SwiftSourceModuleTarget) -> Bool {
        for target in module.recursiveTargetDependencies {
            guard let dependency = target as? SwiftSourceModuleTarget else { continue }
            if dependency.moduleName == "TestKit" { return true }
        }
        return false
    }

    /// The toolchain that compiles the target: its parser knows the same language as its compiler.
    private func toolchain(of context: PluginContext) throws -> URL {
        // <toolchain>/bin/swiftc
        try context.tool(named: "swiftc").url.resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent()
    }
}
