// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation

/// Where the methods of XCTest cases are declared, as far as the executable has debugging information.
///
/// The toolchain's symbolizer finds it, once for each build: it is kept in a file beside the executable's copy.
struct MethodPlaces {
    /// The declaration of a method.
    struct Place: Equatable {
        /// The source file's path.
        let file: String
        /// The line.
        let line: Int
    }

    /// The places, by "Module.Class.method".
    private var places: [String: Place] = [:]

    /// The places of an image's methods; none where that is not known.
    init(of image: TestImage) {
        if let text = try? String(contentsOfFile: image.placesPath, encoding: .utf8) {
            places = Self.places(in: text)
        } else {
            places = Self.find(in: image)
            keep(at: image.placesPath)
        }
    }

    /// The place of a method that a class declares or inherits.
    func place(of method: String, in type: AnyClass) -> Place? {
        var next: AnyClass? = type
        while let one = next {
            if let place = places["\(String(reflecting: one)).\(method)"] { return place }
            next = _getSuperclass(one)
        }
        return nil
    }

    // MARK: The file

    /// Reads what `keep` has written: a name, a line and a file, behind each other.
    private static func places(in text: String) -> [String: Place] {
        var places: [String: Place] = [:]
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 2)
            guard parts.count == 3, let name = String(parts[0]), let number = String(parts[1]).flatMap(Int.init),
                let file = String(parts[2])
            else { continue }
            places[name] = Place(file: file, line: number)
        }
        return places
    }

    /// Writes the places to a file, which is no harm if it fails: the next process finds them again.
    private func keep(at path: String) {
        let text = places.map { "\($0.key)\t\($0.value.line)\t\($0.value.file)\n" }.sorted().joined()
        let draft = "\(path).\(getpid())"
        do {
            try text.write(toFile: draft, atomically: false, encoding: .utf8)
            if rename(draft, path) != 0 { unlink(draft) }
        } catch {
            unlink(draft)
        }
    }

    // MARK: The executable

    /// How the symbols of methods end that take and return nothing: plain, throwing, asynchronous, both.
    private static let suffixes = ["yyF", "yyKF", "yyYaF", "yyYaKF"]

    /// Has the symbolizer find where the methods of an image are.
    private static func find(in image: TestImage) -> [String: Place] {
        guard let symbolizer else { return [:] }
        var places: [String: Place] = [:]
        for part in image.parts {
            let methods = part.file.functions(withSuffixes: suffixes).compactMap { symbol, address in
                method(named: symbol).map { (name: $0, address: address) }
            }
            if methods.isEmpty { continue }
            let lines = lines(of: methods.map(\.address), in: part.path, symbolizer, scratch: image.placesPath)
            guard lines.count == methods.count else { continue }
            for (method, line) in zip(methods, lines) {
                // "/path/File.swift:12:5"
                let words = line.split(separator: ":")
                guard words.count >= 3, let number = Int(words[words.count - 2]), number > 0 else { continue }
                places[method.name] = Place(file: words.dropLast(2).joined(separator: ":"), line: number)
            }
        }
        return places
    }

    /// The symbolizer's answers for some addresses of a file; none if it gives none.
    private static func lines(
        of addresses: [Int], in path: String, _ symbolizer: String, scratch: String
    ) -> [Substring] {
        let (input, output) = ("\(scratch).\(getpid()).in", "\(scratch).\(getpid()).out")
        defer { for path in [input, output] { unlink(path) } }
        let text = addresses.map { "0x" + String($0, radix: 16) + "\n" }.joined()
        guard (try? text.write(toFile: input, atomically: false, encoding: .utf8)) != nil else { return [] }
        let words = [symbolizer, "--obj=\(path)", "--functions=none", "--no-inlines"]
        guard ChildProgram.run(words, input: input, output: output) else { return [] }
        // A line for each, and an empty one.
        return (try? String(contentsOfFile: output, encoding: .utf8))?.split(separator: "\n") ?? []
    }

    /// The method of a symbol, if it may be a case: "ShopTests.OutcomeTests.testPasses".
    private static func method(named symbol: String) -> String? {
        guard var text = Demangling.name(of: symbol)?[...] else { return nil }
        if text.hasPrefix("(extension in "), let colon = text.firstIndex(of: ":") {
            text = text[text.index(after: colon)...]
        }
        guard let end = text.firstIndex(of: "("), !text[..<end].contains(" ") else { return nil }
        let name = text[..<end]
        guard let dot = name.lastIndex(of: "."), name[dot...].hasPrefix(".test") else { return nil }
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
