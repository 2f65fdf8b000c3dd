// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Whole reports, compared with files: times, paths, addresses and lines of code masked.
enum Golden {
    /// Where the files are.
    private static var directory: String { CFixture.root + "/Tests/EndToEndTests/Golden" }

    /// Compares a text with a file.
    ///
    /// With `RECORD_GOLDEN` it writes the file instead, and fails.
    static func expect(
        _ text: String,
        matches name: String,
        masking directory: TemporaryDirectory,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let masked = mask(text, directory)
        let file = "\(self.directory)/\(name).txt"
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try masked.write(toFile: file, atomically: true, encoding: .utf8)
            Issue.record(
                "recorded \(name).txt: read it, and run again without RECORD_GOLDEN", sourceLocation: sourceLocation)
            return
        }
        let golden = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        #expect(masked == golden, "\(name).txt differs:\n\(difference(masked, golden))", sourceLocation: sourceLocation)
    }

    /// Takes out what differs from machine to machine and from run to run.
    private static func mask(_ text: String, _ directory: TemporaryDirectory) -> String {
        let platform = Runner.products.deletingLastPathComponent()
        let scratch = platform.deletingLastPathComponent().path
        var text = text.replacing(directory.path, with: "<dir>").replacing(scratch, with: "<scratch>")
        text = text.replacing("/\(platform.lastPathComponent)/debug/", with: "/debug/")
        text = text.replacing(CFixture.root, with: "<root>")
        text = text.replacing(/\d+(\.\d+)? (ns|µs|ms|s)\b/, with: "<time>")
        text = text.replacing(/0x[0-9a-f]{8,16}/, with: "<address>")
        text = text.replacing(/(runner|TestKit) \d+\.\d+\.\d+/) { "\($0.1) <version>" }
        text = text.replacing(/(\.(?:swift|c)):\d+/) { "\($0.1):<line>" }
        return text.replacing(#/\n      ([> ]) +\d+ \| /#) { "\n      \($0.1) <line> | " }
    }

    /// The lines of which one text has more than the other.
    private static func difference(_ new: String, _ old: String) -> String {
        let (new, old) = (Subprocess.Result.lines(of: new), Subprocess.Result.lines(of: old))
        return new.difference(from: old).map { change in
            switch change {
            case .insert(let place, let line, _): "+\(place + 1) \(line)"
            case .remove(let place, let line, _): "-\(place + 1) \(line)"
            }
        }.joined(separator: "\n")
    }
}
