// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// A target with a first class of TestKit, which `runner init` adds to the package in the working directory.
///
///     add
///       PackageSummary.read   the package's targets, by SwiftPM
///       changedManifest       a copy of the manifest, changed by SwiftPM's own commands
///       write                 manifest and class; taken back if SwiftPM does not find the target then
struct NewTarget {
    /// The reason why no target was added.
    struct Refusal: Error, CustomStringConvertible {
        /// In words that follow a colon.
        let reason: String
        /// The message for the user.
        var description: String { "nothing was added: \(reason)" }

        /// States the reason.
        init(_ reason: String) { self.reason = reason }
    }

    /// The package that TestKit comes from.
    struct Origin: Equatable {
        /// The target's name in a manifest.
        let identity: String
        /// The words of `swift package add-dependency`.
        let words: [String]

        /// A checkout, by its path.
        init(checkout: String) {
            (identity, words) = (FilePath.name(of: checkout), [checkout, "--type", "path"])
        }

        /// The published package.
        init() {
            let name = FilePath.name(of: Version.repository)
            identity = name.hasSuffix(".git") ? String(name.dropLast(4)) : name
            words = [Version.repository, "--from", Version.current]
        }

        /// The origin of this runner: the checkout in which it was built, or else the published one.
        static var ofRunner: Origin {
            guard let runner = FilePath.real("/proc/self/exe"),
                let root = PackageDirectory.root(ofProducts: FilePath.directory(of: runner)),
                access("\(root)/Sources/TestKit", F_OK) == 0
            else { return Origin() }
            return Origin(checkout: root)
        }
    }

    /// The name of the class.
    private static let className = "FirstTests"
    /// The words that cannot be a module's name.
    private static let reserved: Set<Substring> = Set(
        """
        Any Self Swift TestKit as associatedtype break case catch class continue default defer deinit do else enum extension \
        fallthrough false fileprivate for func guard if import in init inout internal is let nil operator precedencegroup \
        private protocol public repeat rethrows return self static struct subscript super switch throw throws true try \
        typealias var where while _
        """.split(separator: " "))

    /// The name that was asked for; nil if none was.
    let name: String?
    /// Whether it is a dynamic library, and not a test target.
    let isBundle: Bool

    /// Adds it, and says how to run it.
    func add() throws {
        if let name, !Self.isIdentifier(name) {
            let expected = "a Swift identifier, such as \(isBundle ? "ShopSuites" : "ShopTests")"
            throw UsageError.badValue(isBundle ? "--bundle" : "init", value: name, expected: expected)
        }
        guard PackageDirectory.isRoot(".") else {
            let around = PackageDirectory.root(above: ".").map { "; the package around it is '\($0)'" }
            throw Refusal("no Package.swift is here\(around ?? ": 'swift package init' makes a package")")
        }
        if let other = FilePath.names(in: ".").first(where: { $0.hasPrefix("Package@swift") }) {
            throw Refusal("SwiftPM can change only Package.swift, but uses '\(other)' instead of it")
        }
        let interrupts = try Interrupts.watch()
        guard let package = try PackageSummary.read(interrupts) else {
            throw Refusal("SwiftPM cannot read the package")
        }
        guard !package.targets.contains(where: { $0.name == "TestKit" }) else {
            throw Refusal("this is TestKit's own package; run it in yours")
        }
        let subject = package.subject(of: name, forBundle: isBundle)
        let name = try freeName(in: package, subject)
        let folder = "\(isBundle ? "Sources" : "Tests")/\(name)"
        guard access(folder, F_OK) != 0 else { throw Refusal("'\(folder)' exists already") }
        let manifest = try changedManifest(name, subject?.name, package, interrupts)
        let source = Self.source(testing: subject?.module, isBundle: isBundle)
        try write(manifest, name, in: folder, source, interrupts)
        let runner = worker_argument(0).map { String(cString: $0) } ?? "runner"
        try StandardOutput.print { output in
            output.line("added the \(isBundle ? "bundle" : "test target") '\(name)' to Package.swift")
            output.line("wrote \(folder)/\(Self.className).swift, with one test that passes")
            output.line("To build and run it: \(RepeatCommand.quoted(runner)) \(Self.className)")
        }
    }

    /// Whether a word can be the name of a module.
    static func isIdentifier(_ word: String) -> Bool {
        guard let first = word.first, first.isLetter || first == "_", !reserved.contains(word[...]) else {
            return false
        }
        return word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// The name that was asked for, or one after the target to be tested; no target has it yet.
    func freeName(in package: PackageSummary, _ subject: PackageSummary.Target?) throws(Refusal) -> String {
        let base = subject?.module ?? String(package.name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        let candidates = name.map { [$0] } ?? ["\(base)Tests", "\(base)SuiteTests"]
        let taken = package.targets.flatMap { [$0.name, $0.module] }
        guard let free = candidates.first(where: { !taken.contains($0) }) else {
            throw Refusal("the package has a target '\(candidates[0])' already; give another name")
        }
        return free
    }

    /// The manifest with the target: SwiftPM's own commands change a copy, since they write other files as well.
    private func changedManifest(
        _ name: String, _ subject: String?, _ package: PackageSummary, _ interrupts: Int32
    ) throws -> String {
        guard let copy = FilePath.makeUniqueDirectory("\(FilePath.temporary)/runner-init-") else {
            throw SystemFault("failed to make a directory in \(FilePath.temporary)")
        }
        defer { FilePath.remove(copy) }
        let path = "\(copy)/Package.swift"
        if let code = FileDraft.replace(path, by: try Self.text("Package.swift")) { throw Self.fault(path, code) }
        // SwiftPM looks there for the sources of a package's only target.
        _ = FilePath.makeDirectory("\(copy)/Sources")
        var commands = [["add-target", name, "--type", isBundle ? "library" : "test", "--testing-library", "none"]]
        if isBundle { commands.append(["add-product", name, "--type", "dynamic-library", "--targets", name]) }
        let origin = Origin.ofRunner
        if !package.dependencies.contains(origin.identity.lowercased()) {
            commands.append(["add-dependency"] + origin.words)
        }
        for words in commands {
            var tool = try PackageTool.start(["package", "--package-path", copy, "--quiet"] + words, isShown: true)
            let status = tool.wait(interrupts: interrupts)
            guard status == 0, worker_is_interrupted() == 0 else {
                throw Refusal(
                    "'swift package \(words[0])' cannot change Package.swift; add the target by hand, as the README shows"
                )
            }
        }
        let changed = String(decoding: try Self.text(path), as: UTF8.self)
        return try completed(changed, name, subject, origin)
    }

    /// A manifest in which the target that SwiftPM has added has its dependencies and the plug-in, which no command of SwiftPM adds.
    func completed(
        _ manifest: String, _ name: String, _ subject: String?, _ origin: Origin
    ) throws(Refusal) -> String {
        let kind = isBundle ? ".target" : ".testTarget"
        let places = manifest.ranges(of: "\(kind)(name: \"\(name)\")")
        guard let place = places.first, places.count == 1 else {
            throw Refusal("no place was found in Package.swift for the dependencies of '\(name)'")
        }
        let line = manifest[..<place.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        let indent = "\n" + line.prefix { $0 == " " || $0 == "\t" }
        let subject = subject.map { "\"\($0)\", " } ?? ""
        let package = "package: \"\(origin.identity)\""
        let text = [
            "\(kind)(", "    name: \"\(name)\",",
            "    dependencies: [\(subject).product(name: \"TestKit\", \(package))],",
            "    plugins: [.plugin(name: \"RegisterTests\", \(package))]", ")",
        ].joined(separator: indent)
        return "\(manifest[..<place.lowerBound])\(text)\(manifest[place.upperBound...])"
    }

    /// The source of the class, for a module to test if there is one.
    static func source(testing module: String?, isBundle: Bool) -> String {
        // A release build, which a bundle is part of, does not allow @testable.
        let imported = module.map { isBundle ? "import \($0)\n" : "\n@testable import \($0)\n" } ?? ""
        return """
            import TestKit
            \(imported)
            final class \(className): TestCase {
                func testArithmetic() {
                    expectEqual(1 + 1, 2)
                }
            }

            """
    }

    /// Writes the class and the manifest, and takes both back if SwiftPM does not find the target with them.
    private func write(_ manifest: String, _ name: String, in folder: String, _ source: String, _ interrupts: Int32)
        throws
    {
        let path = FilePath.real("Package.swift") ?? "Package.swift"
        let old = try Self.text(path)
        guard FilePath.makeDirectory(folder) else { throw SystemFault("failed to make '\(folder)'") }
        let file = "\(folder)/\(Self.className).swift"
        var failure: (any Error)?
        if let code = FileDraft.replace(file, by: Array(source.utf8)) {
            failure = Self.fault(file, code)
        } else if let code = FileDraft.replace(path, by: Array(manifest.utf8)) {
            failure = Self.fault(path, code)
        } else if let found = try PackageSummary.read(interrupts)?.targets.first(where: { $0.name == name }),
            Set(found.products).isSuperset(of: ["TestKit", "RegisterTests"])
        {
            return
        } else if let code = FileDraft.replace(path, by: old) {
            throw Self.fault(path, code)
        }
        FilePath.remove(folder)
        rmdir(FilePath.directory(of: folder))
        throw failure
            ?? Refusal("SwiftPM does not find '\(name)' in the changed Package.swift; the old file was restored")
    }

    /// The bytes of a file.
    private static func text(_ path: String) throws -> [UInt8] {
        let file = try FileBytes(path: path)
        return Array(try file.prefix(1 << 24))
    }

    /// The error of a file that cannot be written.
    private static func fault(_ path: String, _ code: Int32) -> Refusal {
        Refusal("failed to write '\(path)': \(SystemFault.reason(code))")
    }
}
