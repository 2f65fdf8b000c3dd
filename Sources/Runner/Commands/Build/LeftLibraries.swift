// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerSupport

/// The bundles among a build's products that SwiftPM did not plan: a target that is gone leaves its library there, a package that has
/// another name now its test executable.
///
/// They run, since it is not known what put them there; a message says that they are not part of the package.
enum LeftLibraries {
    /// The most bytes of a plan that are read.
    private static let sizeLimit = 1 << 28

    /// The names of the files; none where SwiftPM left no plan, as Swift Build does.
    static func names(in products: String) -> [String] {
        guard let place = FilePath.real(products) else { return [] }
        // `.build/x86_64-unknown-linux-gnu/debug`, of which the plan is `.build/debug.yaml`.
        let root = FilePath.directory(of: FilePath.directory(of: place))
        guard let bytes = try? FileBytes(path: "\(root)/\(FilePath.name(of: place)).yaml"),
            let plan = try? bytes.prefix(sizeLimit)
        else { return [] }
        let text = String(decoding: plan, as: UTF8.self)
        return FilePath.names(in: place).filter { name in
            [".so", ".xctest"].contains(where: name.hasSuffix) && !name.hasPrefix(".") && !text.contains("/\(name)\"")
                && isBundle("\(place)/\(name)")
        }.sorted()
    }

    /// Whether a file is a bundle.
    private static func isBundle(_ path: String) -> Bool {
        (try? Discovery.run(paths: [path], recursive: false))?.bundles.isEmpty == false
    }
}
