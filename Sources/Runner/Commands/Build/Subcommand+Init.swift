// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

extension Subcommand {
    /// Adds a first suite to a package.
    static var `init`: Subcommand {
        Subcommand(
            name: "init", operands: "[TARGET]", takes: .text, help: "add a first suite to the package here",
            details:
                "add a test target with a TestKit class to the package in the working directory: the dependency (for "
                + "a runner built in its checkout, that checkout), the target with the plug-in, and the class, which "
                + "passes. Without TARGET the target is named after the package's target. `--bundle NAME` adds a "
                + "dynamic library instead of a test target. If this is impossible, nothing is changed, with exit "
                + "code 2",
            options: ["bundle"], needsOperand: false
        ) { options, words in
            if words.count > 1 { throw UsageError.badValue("init", value: words[1], expected: "one TARGET") }
            if options.bundle != nil, !words.isEmpty { throw UsageError.conflict("--bundle", "TARGET") }
            try NewTarget(name: options.bundle ?? words.first, isBundle: options.bundle != nil).add()
            return .success
        }
    }
}
