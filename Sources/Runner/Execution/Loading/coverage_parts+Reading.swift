// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import WorkerShims

extension coverage_parts {
    /// Reads the parts of an image's file for coverage.
    init(of path: UnsafePointer<CChar>?) {
        self.init()
        guard let path, let sections = ObjectSections(path: String(cString: path)),
            let found = sections.place(of: "__llvm_prf_cnts")
        else { return }
        (counters, size) = found
        write_file = SymbolTable(sections).address(ofFunction: "__llvm_profile_write_file") ?? 0
    }
}
