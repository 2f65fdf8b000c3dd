// SPDX-License-Identifier: MIT

import FoundationEssentials

extension SourceFile {
    /// Parses a source with the toolchain's parser.
    ///
    /// Throws ``RegistrarError/parserFailed(path:reason:)`` if it refuses.
    static func parse(path: String, data: Data, with kit: SourceKit) throws(RegistrarError) -> SourceFile {
        let source = SourceText([UInt8](data))
        let wantsTokens = mayNeedTokens(data)
        var file = try kit.parse(path: path, text: source.bytes, wantsTokens: wantsTokens) { answer in
            let tokens = wantsTokens ? tokens(in: answer, of: source) : (directives: [], imports: [])
            return SourceFileReader.read(
                path: path, source: source, nodes: answer.array(kit.names.substructure).map { SyntaxNode($0) },
                directives: tokens.directives, imports: tokens.imports)
        }
        file.foundationLevel = foundationLevel(in: data)
        file.importsTestKit = data.has("import TestKit")
        return file
    }

    /// The access level of a source's import of Foundation, empty for none; nil without one that always counts.
    private static func foundationLevel(in data: Data) -> String? {
        let words = "import Foundation"
        guard data.has(words), !data.has("#if") else { return nil }
        for line in data.split(separator: UInt8(ascii: "\n")) where line.has(words) {
            let parts = line.split { $0 <= UInt8(ascii: " ") }.map { String(decoding: $0, as: UTF8.self) }
            if parts == ["import", "Foundation"] { return "" }
            if parts.count == 3, parts.suffix(2) == ["import", "Foundation"] { return parts[0] }
        }
        return nil
    }

    /// Where the directives of conditional compilation are, and the keyword `import`.
    private static func tokens(
        in answer: SourceKitValue, of source: SourceText
    ) -> (directives: [Int], imports: [Int]) {
        let names = answer.kit.names
        var directives: [Int] = []
        var imports: [Int] = []
        answer.forEach(names.syntaxMap) { token in
            let kind = token.uid(names.kind)
            if kind == names.directive {
                directives.append(token.int(names.offset))
            } else if kind == names.keyword {
                let offset = token.int(names.offset)
                if source.hasImport(at: offset) { imports.append(offset) }
            }
        }
        return (directives, imports)
    }

    /// Whether a source may have conditions, or imports that the generated file must repeat.
    private static func mayNeedTokens(_ data: Data) -> Bool {
        [
            "#if", "extension", "internal import", "public import", "package import", "private import",
            "import XCTest",
        ].contains(where: data.has)
    }
}
