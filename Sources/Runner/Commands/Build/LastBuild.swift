// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerSupport

/// The settings of the last build of a package, as the files that SwiftPM leaves in `.build` show them.
///
/// SwiftPM keeps no record of its options, but the commands that it ran. The options of a build by Swift Build are not among
/// them, apart from the configuration.
struct LastBuild: Equatable {
    /// The options of `swift build` that make the same build.
    let words: [String]

    /// Takes options as they are.
    init(words: [String]) { self.words = words }

    /// The last build's directory of products, by the link that SwiftPM makes at each build.
    struct Products: Equatable {
        /// The path.
        let path: String
        /// The options of the build, as far as the path shows them.
        let words: [String]
        /// When the link was made: seconds and nanoseconds.
        let time: [Int]
    }

    /// Reads the settings of the last build in a build directory; nil where nothing was built.
    init?(in build: String) {
        guard let last = Self.products(in: build) else { return nil }
        words = last.words + Self.options(inManifest: last.path + ".yaml")
    }

    /// Finds the products of the last build in a build directory; nil where nothing was built.
    static func products(in build: String) -> Products? {
        let native = ["debug", "release"].map { (words: $0 == "debug" ? [] : ["-c", $0], path: "\(build)/\($0)") }
        let products = "\(build)/out/Products"
        let swiftBuild = FilePath.names(in: products).sorted().compactMap { name -> (words: [String], path: String)? in
            let isRelease = name.hasPrefix("Release")
            guard isRelease || name.hasPrefix("Debug") else { return nil }
            return (["--build-system", "swiftbuild"] + (isRelease ? ["-c", "release"] : []), "\(products)/\(name)")
        }
        var last: Products?
        for candidate in native + swiftBuild {
            guard let information = stat(link: candidate.path) else { continue }
            let time = [information.st_mtim.tv_sec, information.st_mtim.tv_nsec]
            if let last, !last.time.lexicographicallyPrecedes(time) { continue }
            last = Products(path: candidate.path, words: candidate.words, time: time)
        }
        return last
    }

    /// The options by which SwiftPM keeps frame pointers, or leaves them out.
    private static let framePointers = ["-fno-omit-frame-pointer", "-fomit-frame-pointer"]
    /// The most bytes of a manifest that are read.
    private static let sizeLimit = 1 << 28

    /// The options that the commands of a build show; none where they are not there.
    private static func options(inManifest path: String) -> [String] {
        guard let bytes = try? FileBytes(path: path), let text = try? bytes.prefix(sizeLimit) else { return [] }
        var (compile, link): ([String], [String]) = ([], [])
        for line in text.split(separator: UInt8(ascii: "\n")) {
            guard line.starts(with: "    args: [".utf8) else { continue }
            // Both modules are SwiftPM's own, so they have no settings of a target.
            let command = String(decoding: line, as: UTF8.self)
            let isCompiled = command.contains("PackageDiscoveredTests\",\"-emit-dependencies\"")
            guard isCompiled || command.contains(".xctest\",\"-module-name\"") else { continue }
            let list = Array(command.utf8.drop { $0 != UInt8(ascii: "[") })
            guard let words = try? JSONValue(parsing: list).elements.compactMap(\.string) else { continue }
            if isCompiled { compile = words } else { link = words }
        }
        return options(compile: compile, link: link)
    }

    /// The options that the command of SwiftPM's own module and that of a test executable show.
    ///
    /// SwiftPM puts the options of a user after its own `-g`, and after the C compiler's.
    static func options(compile: [String], link: [String]) -> [String] {
        var words: [String] = []
        for word in compile where word.hasPrefix("-sanitize=") { words += ["--sanitize", String(word.dropFirst(10))] }
        if compile.contains("-profile-coverage-mapping") { words.append("--enable-code-coverage") }
        if link.contains("-static-stdlib") { words.append("--static-swift-stdlib") }
        guard let start = compile.lastIndex(of: "-emit-objc-header-path"),
            let symbols = compile[start...].firstIndex(of: "-g"),
            let end = compile[symbols...].firstIndex(of: "-fPIC")
        else { return words }
        let swift = Array(compile[(symbols + 1)..<max(symbols + 1, end - 1)])
        words += swift.flatMap { ["-Xswiftc", $0] }
        var (c, place): ([String], Int) = ([], end + 4)
        while place < compile.count, compile[place - 1] == "-Xcc" {
            c.append(compile[place])
            place += 2
        }
        // SwiftPM's own ends the command. Packages of tools before 5.9 have no name between that and a user's options.
        if place > compile.count, framePointers.contains(c.last ?? "") { c.removeLast() }
        words += c.flatMap { ["-Xcc", $0] }
        guard let target = link.lastIndex(of: "-target"), link.count > target + 2 else { return words }
        let rest = link[(target + 2)...]
        guard rest.first == "-g", rest.dropFirst().starts(with: swift) else { return words }
        let linker = Array(rest.dropFirst(1 + swift.count))
        let isPairs = linker.indices.allSatisfy { !$0.isMultiple(of: 2) || linker[$0] == "-Xlinker" }
        return isPairs ? words + linker : words
    }
}
