// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

extension Subcommand {
    /// Looks at bundles.
    static var inspect: Subcommand {
        Subcommand(
            name: "inspect", operands: "BUNDLE…", takes: .bundle, help: "show why a file loads or does not load",
            details:
                "show why a bundle does not load: the library, its compiler, the libraries that it needs and whether "
                + "they exist, its ABI, its classes, and its faults. Exit code 4 if it cannot be used",
            options: ["format", "load-timeout"]
        ) { options, paths in
            if options.format == .cmake || options.format == .swift {
                throw UsageError.badValue("--format", value: options.format.rawValue, expected: "plain or json")
            }
            var isGood = true
            for path in paths where access(path, F_OK) != 0 {
                throw SystemFault("cannot inspect '\(path)'")
            }
            for (index, path) in paths.enumerated() {
                let inspection = try BundleInspection(path: path, loadTimeout: options.loadTimeout)
                isGood = isGood && inspection.isGood
                let report = InspectionReport(inspection: inspection)
                try StandardOutput.print { output in
                    if options.format == .json {
                        output.line(report.json)
                    } else {
                        output.write((index > 0 ? "\n" : "") + report.text)
                    }
                }
            }
            return isGood ? .success : .bundleFault
        }
    }
}
