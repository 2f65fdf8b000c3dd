// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports
import RunnerSupport

extension Subcommand {
    /// The command that packs bundles for a run on another machine.
    static var archive: Subcommand {
        Subcommand(
            name: "archive", operands: "PATH…", takes: .bundle, help: "pack bundles to run on another machine",
            details:
                "pack bundles into a tar archive, with the libraries that they need beyond the system's, the data "
                + "beside them and `testkit.json`, for `runner ARCHIVE` on a machine that has neither the package nor "
                + "a toolchain: docs/Archive.md. The same files give the same bytes. To pack a test executable of "
                + "XCTest or Swift Testing, the runner opens it; one that it cannot open without its toolchain is "
                + "left out, with exit code 4",
            options: ["output", "sources", "recursive"]
        ) { options, paths in
            guard let target = options.output else { throw UsageError.needs("archive", "--output FILE, or --output -") }
            let words: StaticString = "runner: cut short by an interrupt; there is no archive\n"
            try Interrupts.endCommand(saying: words, status: ExitCode.cutShort.rawValue)
            let maker: ArchiveMaker
            do {
                maker = try ArchiveMaker(
                    paths: paths, recursive: options.recursive, sources: options.sources, say: StandardError.say)
            } catch let interrupted as PackableExecutables.Interrupted {
                StandardError.say(interrupted.description)
                return .cutShort
            }
            // Opening test executables is a run of its own, in workers.
            try Interrupts.endCommand(saying: words, status: ExitCode.cutShort.rawValue)
            for remark in maker.remarks { StandardError.say(remark) }
            for (path, reason) in maker.leftOut { StandardError.say("left out \(path): \(reason)") }
            if maker.manifest.count(.bundle) == 0 {
                StandardError.say("no bundle was found in \(paths.joined(separator: ", ")): no archive was made")
                return maker.leftOut.isEmpty ? .nothingRan : .bundleFault
            }
            let file = try ReportFile(target, .whole, what: "archive")
            var writer = ArchiveWriter(file.descriptor)
            if let code = try writer.write(maker) { throw file.fault(code) }
            try file.commit()
            let manifest = maker.manifest
            let others = manifest.files.count - manifest.count(.bundle) - manifest.count(.library)
            let counts = [
                Count.text(manifest.count(.bundle), "bundle", "bundles"),
                Count.text(manifest.count(.library), "library", "libraries"),
                Count.text(others, "other file", "other files"),
            ]
            StandardError.say("packed \(counts.joined(separator: ", ")), \((writer.size + 500_000) / 1_000_000) MB")
            return maker.leftOut.isEmpty ? .success : .bundleFault
        }
    }
}
