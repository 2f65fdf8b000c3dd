// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// Makes the adapter for XCTest and Swift Testing with the toolchain of the build, so that the runner brings it along.
///
/// As text in Swift: of what a plug-in makes, SwiftPM compiles nothing else.
///
/// The command runs again when a file of the adapter or the toolchain's libTesting has changed.
@main
struct MakeAdapter: BuildToolPlugin {
    /// The command that makes the adapter, and a file in C with it.
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let sources: URL = target.directoryURL.deletingLastPathComponent()
        let script: URL = target.directoryURL.appending(component: "ready.sh")
        // <toolchain>/bin/swiftc
        let compiler: URL = try context.tool(named: "swiftc").url.resolvingSymlinksInPath()
        let toolchain: URL = compiler.deletingLastPathComponent().deletingLastPathComponent()
        let work: URL = context.pluginWorkDirectoryURL
        let result: URL = work.appending(component: "AdapterLibrary+Contents.swift")
        var inputs: [URL] = [script, toolchain.appending(path: "lib/swift/linux/libTesting.so")]
        inputs.append(sources.appending(path: "TestKit/Examples/ValueNames.swift"))
        inputs.append(sources.appending(path: "ModuleSection/conformances.h"))
        inputs.append(sources.appending(path: "BundleABI/include/testkit_bundle.h"))
        let adapter: URL = sources.appending(path: "Adapters/XCTestAdapter")
        for name in try FileManager.default.subpathsOfDirectory(atPath: adapter.path).sorted() {
            inputs.append(adapter.appending(path: name))
        }
        let command = Command.buildCommand(
            displayName: "Making the adapter for XCTest and Swift Testing",
            executable: URL(fileURLWithPath: "/bin/sh"),
            arguments: [script.path, toolchain.path, sources.path, work.path, result.path],
            inputFiles: inputs,
            outputFiles: [result]
        )
        return [command]
    }
}
