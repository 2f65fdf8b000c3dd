// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerReports
import RunnerSupport

/// The toolset file by which `swift test --toolset FILE` calls the runner (SE-0387).
struct ToolsetFile {
    /// Where it is.
    let path: String

    /// The text of a file that names a runner.
    static func text(runner: String) -> String {
        var json = JSONWriter()
        json.beginObject()
        json.member("schemaVersion", "1.0")
        json.object("testRunner") { json in
            json.member("path", runner)
            json.member("extraCLIOptions", ["swift-test", "--"])
        }
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }

    /// Whether a file with other content is there, which would be lost.
    var isTaken: Bool {
        guard let bytes = try? FileBytes(path: path).prefix(1 << 16) else { return false }
        let (own, other) = (Self.text(runner: "*").split(separator: "*"), String(decoding: bytes, as: UTF8.self))
        return !(other.hasPrefix(own[0]) && other.hasSuffix(own[1]))
    }

    /// Writes the file for this runner, and says how to use it.
    func write() throws {
        if isTaken {
            throw SystemFault(
                "failed to write the toolset '\(path)'",
                because: "it exists with other settings; add testRunner to it, or write --write-toolset=FILE")
        }
        guard let runner = FilePath.real("/proc/self/exe") else { throw SystemFault("failed to find this runner") }
        try ReportFile.write(Array(Self.text(runner: runner).utf8), to: .file(path), what: "toolset")
        try StandardOutput.print { output in
            output.line("wrote \(path), which names \(runner)")
            output.line("In a terminal:      swift test --toolset \(RepeatCommand.quoted(path))")
            output.line("In VS Code's settings:")
            let setting = #""swift.additionalTestArguments": ["--toolset", "${workspaceFolder}/"#
            output.line("  \(setting)\(FilePath.name(of: path))\"]")
        }
    }
}
