// SPDX-License-Identifier: MIT

/// The options of single commands, which a run does not take.
extension OptionTable {
    /// The options of `runner swift-test` and `runner init`.
    static var ofCommands: [Option] {
        [
            Option(
                name: "write-toolset", group: .other, help: "write the toolset file",
                standard: "toolset.json",
                details: "write the toolset file by which `swift test --toolset FILE` calls this runner",
                reach: .commandLine,
                action: .optional("FILE", .file) { options, text, _ in options.toolset = text ?? "toolset.json" }
            ),
            Option(
                name: "xctest-text", group: .other, help: "print XCTest's text, for programs",
                details: "print XCTest's own text in place of the runner's, for programs that read it",
                reach: .commandLine,
                action: .flag { $0.xctestText = true }
            ),
            Option(
                name: "bundle", group: .other, help: "add a dynamic library NAME, no test target",
                details: "add a dynamic library NAME in place of a test target", reach: .commandLine,
                action: .text("NAME") { $0.bundle = $1 }
            ),
        ]
    }
}
