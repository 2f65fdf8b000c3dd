// SPDX-License-Identifier: MIT

@testable import Runner

/// The host's issues, not those of Swift Testing, which have the same name.
typealias Issue = Runner.Issue
