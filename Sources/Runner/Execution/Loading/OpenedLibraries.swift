// SPDX-License-Identifier: MIT

import WorkerShims

/// The libraries that code of bundles has opened in this process, besides the bundles and their dependencies.
enum OpenedLibraries {
    /// Returns the libraries of suites that were shown to all others since the last call (`RTLD_GLOBAL`), by path.
    ///
    /// A library that is opened later finds their functions in the place of its own.
    static func takeShown() -> [String] {
        let total = worker_take_shown_libraries()
        if total == 0 { return [] }
        let paths = (0..<WORKER_SHOWN_LIMIT).compactMap { worker_shown_library($0).map { String(cString: $0) } }
        return paths.filter(areSuites) + (total > WORKER_SHOWN_LIMIT ? ["others"] : [])
    }

    /// Whether a library of suites is open that was opened after the last bundle, and that this bundle does not need.
    ///
    /// The system's loader would give it to a bundle that asks for a library of that name.
    static var isAnyOpen: Bool {
        var index: Int32 = 0
        while let path = worker_opened_library(index) {
            if areSuites(String(cString: path)) { return true }
            index += 1
        }
        return false
    }

    /// Whether a library is a suite or one that came with it, and not the system's or the toolchain's.
    static func areSuites(_ path: String) -> Bool {
        path.contains("/") && !["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"].contains(where: path.hasPrefix)
            && !path.contains("/swift/linux/")
    }
}
