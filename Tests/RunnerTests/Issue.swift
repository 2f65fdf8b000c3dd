// SPDX-License-Identifier: MIT

@testable import RunnerModel

/// The host's issues, not those of Swift Testing, which have the same name.
typealias Issue = RunnerModel.Issue
