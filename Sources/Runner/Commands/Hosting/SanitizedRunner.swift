// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The runner of a sanitizer, next to this one: `runner-address`, `runner-thread`.
///
/// The runtime of a sanitizer must be in a program from its start, so this one cannot open an executable that was built with it.
struct SanitizedRunner {
    /// Its path.
    let path: String

    /// The runner for a test executable; nil if that was built without a sanitizer, or there is none for it.
    init?(for executable: String) {
        guard let need = SanitizerNeed.ofOwnRuntime(path: executable), let own = FilePath.real("/proc/self/exe"),
            let path = FilePath.real("\(FilePath.directory(of: own))/runner-\(need.name)"), path != own,
            access(path, X_OK) == 0
        else { return nil }
        self.path = path
    }

    /// Puts the runner in this process's place, for the same call with the environment that `swift test` gave; returns only if that
    /// fails.
    func replaceProcess(by call: SwiftTestCall, _ environment: [String], _ options: [String]) {
        let words = ["swift-test"] + options + ["--", call.executable] + call.arguments
        _ = DirectRun.execute(path, words, environment)
    }
}
