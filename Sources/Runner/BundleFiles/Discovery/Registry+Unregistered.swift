// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

extension Registry {
    /// Adds a warning about each bundle that registers no class and has methods that look like tests: most likely, its target does
    /// not apply the plug-in.
    public mutating func warnAboutUnregistered(_ files: [BundleFile]) {
        for bundle in bundles where bundle.classes.isEmpty && !executables.contains(bundle.fileIndex) {
            guard files.indices.contains(bundle.fileIndex) else { continue }
            let path = files[bundle.fileIndex].path
            guard let image = try? ELFImage.inspect(path: path, entry: nil),
                let tests = UnregisteredTests.count(in: path, image), tests > 0
            else { continue }
            warnings.append(BuildWarning(unregistered: path, of: bundle.name, tests: tests))
        }
    }
}
