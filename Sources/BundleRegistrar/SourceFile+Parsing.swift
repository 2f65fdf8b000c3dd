// SPDX-License-Identifier: MIT

extension SourceFile {
    /// Parses a source with the toolchain's parser.
    ///
    /// Throws ``RegistrarError/parserFailed(path:reason:)`` if it refuses.
    static func parse(path: String, bytes: [UInt8], with kit: SourceKit) throws(RegistrarError) -> SourceFile {
        let source = SourceText(bytes)
        return try kit.parse(path: path, text: bytes) { answer in
            var directives: [Int] = []
            var imports: [Int] = []
            answer.forEach("key.syntaxmap") { token in
                if token.uid("key.kind", is: "source.lang.swift.syntaxtype.buildconfig.keyword") {
                    directives.append(token.int("key.offset"))
                } else if token.uid("key.kind", is: "source.lang.swift.syntaxtype.keyword"),
                    token.int("key.length") == 6
                {
                    let offset = token.int("key.offset")
                    if source.text(offset..<(offset + 6)) == "import" { imports.append(offset) }
                }
            }
            return SourceFileReader.read(
                path: path,
                source: source,
                nodes: answer.array("key.substructure").map { SyntaxNode($0) },
                directives: directives,
                imports: imports
            )
        }
    }
}
