// SPDX-License-Identifier: MIT

import Foundation

extension SourceFile {
    /// Parses a source with the toolchain's parser.
    ///
    /// Throws ``RegistrarError/parserFailed(path:reason:)`` if it refuses.
    static func parse(path: String, data: Data, with kit: SourceKit) throws(RegistrarError) -> SourceFile {
        let source = SourceText([UInt8](data))
        let wantsTokens = mayNeedTokens(data)
        return try kit.parse(path: path, text: source.bytes, wantsTokens: wantsTokens) { answer in
            let tokens = wantsTokens ? tokens(in: answer, of: source) : (directives: [], imports: [])
            return SourceFileReader.read(
                path: path,
                source: source,
                nodes: answer.array(kit.names.substructure).map { SyntaxNode($0) },
                directives: tokens.directives,
                imports: tokens.imports
            )
        }
    }

    /// Where the directives of conditional compilation stand, and the keyword `import`.
    private static func tokens(
        in answer: SourceKitValue,
        of source: SourceText
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
        ["#if", "extension", "internal import", "public import", "package import", "private import"].contains {
            data.range(of: Data($0.utf8)) != nil
        }
    }
}
