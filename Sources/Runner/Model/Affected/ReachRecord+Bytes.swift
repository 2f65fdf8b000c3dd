// SPDX-License-Identifier: MIT

import RunnerSupport

/// The record as bytes: a line with the version, numbers of seven bits to a byte, texts behind their lengths, and a checksum.
extension ReachRecord {
    /// Why bytes are no record.
    public enum Fault: Error, Equatable {
        /// Another version wrote them.
        case version
        /// They are damaged.
        case damaged

        /// The words for people.
        public var words: String {
            switch self {
            case .version: "another version of the runner wrote it"
            case .damaged: "it is damaged"
            }
        }
    }

    /// The largest record that is read, in bytes.
    public static let sizeLimit = 1 << 28
    /// The first line.
    private static let header = Array("testkit affected 3\n".utf8)

    /// The bytes of the record.
    public var bytes: [UInt8] {
        var writer = CompactWriter()
        writer.add(contexts.count)
        for context in contexts {
            let rest = [context.names, context.libraries, context.environment, context.settings]
            for number in [context.bundle] + rest { writer.add(fixed: number) }
        }
        let numbers = writer.addFiles(of: functions.lazy.map(\.source))
        writer.add(functions.count)
        for function in functions {
            writer.add(fixed: function.key)
            writer.add(function.name)
            writer.add(function.source, numbers)
        }
        writer.add(files.count)
        for file in files {
            writer.add(file.path)
            writer.add(Int(file.use))
            writer.add(fixed: file.state)
        }
        writer.add(tests.count)
        for (identity, test) in tests.sorted(by: { $0.key < $1.key }) {
            writer.add(identity)
            writer.add(fixed: test.passed)
            writer.add(Int(test.unseen.rawValue))
            writer.add(test.context)
            writer.add(ascending: test.functions)
            writer.add(ascending: test.files)
        }
        return writer.sealed(behind: Self.header)
    }

    /// Whether some bytes begin as a record of any version does.
    public static func isOne(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: "testkit affected ".utf8) }

    /// Reads what `bytes` gave.
    public init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.starts(with: Self.header) else { throw .version }
        guard var reader = CompactReader(sealed: bytes, behind: Self.header) else { throw .damaged }
        self.init()
        let contexts = reader.list { reader in
            Context(
                bundle: reader.fixed(), names: reader.fixed(), libraries: reader.fixed(), environment: reader.fixed(),
                settings: reader.fixed())
        }
        let sources = reader.list { $0.text() }
        let functions = reader.list { reader in
            Function(key: reader.fixed(), name: reader.text(), source: reader.lines(sources))
        }
        let files = reader.list { reader in
            File(path: reader.text(), use: UInt32(clamping: reader.number()), state: reader.fixed())
        }
        let tests = reader.list { reader in
            let identity = reader.text()
            return (
                identity,
                Test(
                    passed: reader.fixed(), unseen: UnseenUse(rawValue: UInt32(clamping: reader.number())),
                    context: reader.number(), functions: reader.ascending(), files: reader.ascending())
            )
        }
        guard reader.isComplete else { throw .damaged }
        for (_, test) in tests {
            guard test.context < contexts.count, test.functions.last ?? -1 < functions.count,
                test.files.last ?? -1 < files.count
            else { throw .damaged }
        }
        take(contexts, functions, files, Dictionary(tests, uniquingKeysWith: { $1 }))
    }
}
