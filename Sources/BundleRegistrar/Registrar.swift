// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// One run of the tool.
///
/// ```
/// run
///   Options.parse              the command line
///   SourceKitLocator.locate    the parser's library
///   SourceFile.parse           each source, by SourceKit
///   LostModules.find           test classes of modules that do not apply the tool
///   DependencyIndex.find       other modules' declarations of the types that the sources extend or inherit from
///   RegistrationBuilder.build  the suites to register, and the warnings
///   RegistrationWriter.text    the generated file
/// ```
enum Registrar {
    /// Runs the tool with the arguments of the command line, without the program's name.
    ///
    /// Returns its exit code.
    static func run(_ arguments: [String], print: (String) -> Void, printError: (String) -> Void) -> Int32 {
        do throws(RegistrarError) {
            guard let options = try Options.parse(arguments) else {
                print(Options.help)
                return 0
            }
            for warning in try register(options) { printError(warning.description) }
            return 0
        } catch {
            printError("error: failed to register: \(error)")
            return error.exitCode
        }
    }

    /// Writes the registration that the options ask for.
    ///
    /// Returns the warnings.
    static func register(_ options: Options) throws(RegistrarError) -> [Warning] {
        let kit = try LazySourceKit(options)
        let files = try parse(options, with: kit)
        let dependencies = try dependencies(of: files, options, with: kit)
        let unregistered = unregistered(options)
        let (registration, warnings) = RegistrationBuilder.build(
            module: options.module, files: files, dependencies: dependencies, unregistered: unregistered,
            lost: lost(unregistered, options, with: kit), isTestTarget: options.suites != nil)
        try write(RegistrationWriter.text(of: registration), to: options.output)
        if let path = options.assertions { try write(RegistrationWriter.assertionText(of: registration), to: path) }
        if let path = options.suites { try write(SwiftTestingSuites.text(of: registration), to: path) }
        return warnings
    }

    /// The other modules to which the tool is not applied.
    private static func unregistered(_ options: Options) -> Set<String> {
        Set(options.registrations.filter { !FileManager.default.fileExists(atPath: $0.directory) }.map(\.name))
    }

    /// Returns the test classes of other modules to which the tool is not applied.
    private static func lost(
        _ names: Set<String>, _ options: Options, with kit: LazySourceKit
    ) -> [ModuleIndex] {
        if names.isEmpty { return [] }
        return LostModules.find(names, among: options.dependencies) { path, data in
            (try? kit.load()).flatMap { try? SourceFile.parse(path: path, data: data, with: $0) }
        }
    }

    /// Returns the declarations of the sources.
    ///
    /// Sources that look as they did in an earlier run are not parsed again.
    private static func parse(_ options: Options, with kit: LazySourceKit) throws(RegistrarError) -> [SourceFile] {
        let cachePath = options.output + ".cache"
        let known = ParseCache.load(from: cachePath, parser: kit.library)
        var cache = ParseCache(parser: kit.library)
        var files: [SourceFile] = []
        for path in options.sources {
            let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
            // The stamp first: what changes while it is read is read again next time.
            let stamp = ParseCache.Stamp(path: absolute)
            var entry = known.entries[absolute]
            if entry == nil || entry?.stamp != stamp {
                let file = try parse(absolute, with: kit)
                entry = stamp.map { ParseCache.Entry(stamp: $0, file: file) }
                if let file { files.append(file) }
            } else if let file = entry?.file {
                files.append(file)
            }
            cache.entries[absolute] = entry
        }
        if cache != known { cache.save(to: cachePath) }
        return files
    }

    /// Returns other modules' declarations of the types that the sources extend or inherit from.
    private static func dependencies(
        of files: [SourceFile], _ options: Options, with kit: LazySourceKit
    ) throws(RegistrarError) -> [ModuleIndex] {
        let index = ModuleIndex(module: options.module, files: files)
        var wanted = DependencyIndex.wanted(module: options.module, files: files)
            .union(ForeignLineage([]).wanted(index))
        if options.suites != nil, ForeignLineage.mayMeanOtherRoot(files) { wanted.insert("TestCase") }
        guard !wanted.isEmpty, !options.dependencies.isEmpty else { return [] }
        let kit = try kit.load()
        while true {
            let found = DependencyIndex.find(wanted, in: options.dependencies) { path, data in
                try? SourceFile.parse(path: path, data: data, with: kit)
            }
            // A superclass may have one of yet another module.
            let more = ForeignLineage(found).wanted(index).subtracting(wanted)
            if more.isEmpty { return found }
            wanted.formUnion(more)
        }
    }

    /// Parses a source; nil if it declares nothing that matters.
    private static func parse(_ path: String, with kit: LazySourceKit) throws(RegistrarError) -> SourceFile? {
        let source = try read(path)
        guard mayMatter(source) else { return nil }
        return try SourceFile.parse(path: path, data: source, with: try kit.load())
    }

    /// Whether a source has a word that all sources have which matter to registration.
    ///
    /// Spares the parser the rest.
    private static func mayMatter(_ source: Data) -> Bool {
        [
            "class", "extension", "typealias", "globalActor", "protocol", "TestKit", "Testing", "XCTest", "func test",
        ].contains(where: source.has)
    }

    /// The bytes of a source.
    private static func read(_ path: String) throws(RegistrarError) -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw .unreadableSource(path: path, reason: reason(of: error))
        }
    }

    /// Writes the output unless it says so already: an unchanged file spares the compiler work.
    private static func write(_ text: String, to path: String) throws(RegistrarError) {
        let url = URL(fileURLWithPath: path)
        let data = Data(text.utf8)
        if let old = try? Data(contentsOf: url), old == data { return }
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try data.write(to: url, options: .atomic)
        } catch {
            throw .unwritableOutput(path: path, reason: reason(of: error))
        }
    }

    /// Returns the system's message about a file, in a line.
    private static func reason(of error: any Error) -> String {
        guard let cause = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
        return String(cString: strerror(cause.code.rawValue))
    }
}
