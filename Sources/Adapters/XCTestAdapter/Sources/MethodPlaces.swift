// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import XCTest

/// The places of the declarations of XCTest's methods, as far as the executable has debugging information.
///
/// The toolchain's symbolizer finds them, once for each build. A file next to the executable's copy keeps them.
struct MethodPlaces {
    /// The declaration of a method.
    struct Place: Equatable {
        /// The source file's path.
        let file: String
        /// The line.
        let line: Int
    }

    /// The places, by "Module.Class" and method; overloads have several.
    private var places: [String: [String: [Place]]] = [:]
    /// The symbols of the subclasses of `XCTestCase` without such methods, in the modules of those that have some, by "Module.Class".
    private(set) var classes: [String: String] = [:]

    /// The places of an image's methods; none where that is not known.
    init(of image: TestImage) {
        if let text = try? String(contentsOfFile: image.placesPath, encoding: .utf8) {
            read(text)
        } else {
            find(in: image)
            keep(at: image.placesPath)
        }
    }

    /// The place of a method that a class declares or inherits.
    func place(of method: String, in type: AnyClass) -> Place? {
        var next: AnyClass? = type
        while let one = next {
            if let place = places[String(reflecting: one)]?[method]?.first { return place }
            next = _getSuperclass(one)
        }
        return nil
    }

    /// The places of the tests that a class declares, by name.
    func tests(of owner: String) -> [String: [Place]] { (places[owner] ?? [:]).filter { $0.key.hasPrefix("test") } }

    /// Adds the place of a method, "Module.Class.method".
    private mutating func add(_ name: some StringProtocol, _ place: Place) {
        guard let dot = name.lastIndex(of: ".") else { return }
        places[String(name[..<dot]), default: [:]][String(name[name.index(after: dot)...]), default: []].append(place)
    }

    /// The place of the only one of some hooks that a class overrides or inherits; nil if there are several, or none.
    func place(ofHooks names: [String], in type: AnyClass) -> Place? {
        let found = names.compactMap { place(of: $0, in: type) }
        return found.count == 1 ? found[0] : nil
    }

    // MARK: The file

    /// Reads the text that `keep` has written: for a method, a name, a line and a file; for a class, 0 and its symbol.
    private mutating func read(_ text: String) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 2)
            guard parts.count == 3, let name = String(parts[0]), let number = String(parts[1]).flatMap(Int.init),
                let file = String(parts[2])
            else { continue }
            if number == 0 { classes[name] = file } else { add(name, Place(file: file, line: number)) }
        }
    }

    /// Writes the places to a file, which is no harm if it fails: the next process finds them again.
    private func keep(at path: String) {
        var lines = classes.map { "\($0.key)\t0\t\($0.value)\n" }
        for (owner, methods) in places {
            for (name, places) in methods { lines += places.map { "\(owner).\(name)\t\($0.line)\t\($0.file)\n" } }
        }
        let draft = AdaptedCopy.draft(of: path)
        do {
            try lines.sorted().joined().write(toFile: draft, atomically: false, encoding: .utf8)
            if rename(draft, path) != 0 { unlink(draft) }
        } catch {
            unlink(draft)
        }
    }

    // MARK: The executable

    /// The endings of the symbols of methods that take and return nothing: plain, throwing, asynchronous, both.
    private static let suffixes = ["yyF", "yyKF", "yyYaF", "yyYaKF"]
    /// The ending of the symbol of a function that makes the metadata of a type outside of other types: here, of a class.
    private static let classSuffix = "CMa"

    /// Has the symbolizer find where the methods of an image are.
    private mutating func find(in image: TestImage) {
        guard let symbolizer = Self.symbolizer else { return }
        for part in image.parts {
            let methods = part.file.functions(withSuffixes: Self.suffixes).compactMap { symbol, address in
                Self.method(named: symbol).map { (name: $0, address: address) }
            }
            if methods.isEmpty { continue }
            let lines = Self.lines(
                of: methods.map(\.address), in: part.path, symbolizer, scratch: image.placesPath)
            guard lines.count == methods.count else { continue }
            for (method, line) in zip(methods, lines) {
                // "/path/File.swift:12:5"
                let words = line.split(separator: ":")
                guard words.count >= 3, let number = Int(words[words.count - 2]), number > 0 else { continue }
                add(method.name, Place(file: words.dropLast(2).joined(separator: ":"), line: number))
            }
            findClasses(in: part.file)
        }
    }

    /// Finds the subclasses of `XCTestCase` in the modules of the methods that have no such methods of their own.
    private mutating func findClasses(in file: ELFFile) {
        let modules = Set(places.keys.compactMap { $0.split(separator: ".").first }).map { "$s\($0.utf8.count)\($0)" }
        for (symbol, _) in file.functions(withSuffixes: [Self.classSuffix])
        where modules.contains(where: symbol.hasPrefix) {
            let mangled = String(symbol.dropFirst(2).dropLast(2))
            // A generic class has no type by its name alone.
            guard let type = _typeByName(mangled) as? XCTestCase.Type else { continue }
            let name = String(reflecting: type)
            if places[name] == nil { classes[name] = mangled }
        }
    }

    /// The symbolizer's answers for some addresses of a file; none if it gives none.
    private static func lines(
        of addresses: [Int], in path: String, _ symbolizer: String, scratch: String
    ) -> [Substring] {
        let draft = AdaptedCopy.draft(of: scratch)
        let (input, output) = (draft + ".in", draft + ".out")
        defer { for path in [input, output] { unlink(path) } }
        let text = addresses.map { "0x" + String($0, radix: 16) + "\n" }.joined()
        guard (try? text.write(toFile: input, atomically: false, encoding: .utf8)) != nil else { return [] }
        let words = [symbolizer, "--obj=\(path)", "--functions=none", "--no-inlines"]
        guard ChildProgram.run(words, input: input, output: output) else { return [] }
        // A line for each, and an empty one.
        return (try? String(contentsOfFile: output, encoding: .utf8))?.split(separator: "\n") ?? []
    }

    /// The hooks of a case that may throw.
    private static let hooks: Set<String> = ["setUp", "setUpWithError", "tearDown", "tearDownWithError"]

    /// The method of a symbol, if it may be a case or a hook that throws: "ShopTests.OutcomeTests.testPasses".
    private static func method(named symbol: String) -> String? {
        guard var text = Demangling.name(of: symbol)?[...] else { return nil }
        if text.hasPrefix("(extension in "), let colon = text.firstIndex(of: ":") {
            text = text[text.index(after: colon)...]
        }
        guard let end = text.firstIndex(of: "("), !text[..<end].contains(" ") else { return nil }
        let name = text[..<end]
        guard let dot = name.lastIndex(of: "."),
            name[dot...].hasPrefix(".test")
                || symbol.hasSuffix("KF") && hooks.contains(String(name[name.index(after: dot)...]))
        else { return nil }
        return String(name)
    }

    /// The program of the toolchain whose libraries are loaded here.
    private static var symbolizer: String? {
        guard let handle = dlopen("libXCTest.so", RTLD_NOW | RTLD_NOLOAD), let library = adapter_image_path(handle)
        else { return nil }
        // …/lib/swift/linux/libXCTest.so
        let root = String(cString: library).split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        let path = root.joined(separator: "/") + "/bin/llvm-symbolizer"
        return access(path, X_OK) == 0 ? path : nil
    }
}
