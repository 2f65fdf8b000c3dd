// SPDX-License-Identifier: MIT

import RunnerSupport

/// The record as bytes: a line with the version, numbers of seven bits to a byte, texts after their lengths, and a checksum.
extension ReachRecord {
    /// The reason why bytes are not a record.
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
        var (coder, copy) = (CompactCoder(), self)
        copy.pass(&coder)
        return coder.sealed(behind: Self.header)
    }

    /// Whether some bytes begin as a record of any version does.
    public static func isOne(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: "testkit affected ".utf8) }

    /// Reads the output of `bytes`.
    public init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.starts(with: Self.header) else { throw .version }
        guard var coder = CompactCoder(sealed: bytes, behind: Self.header) else { throw .damaged }
        self.init()
        pass(&coder)
        guard coder.isComplete else { throw .damaged }
        for test in tests.values {
            guard test.context < contexts.count, test.functions.last ?? -1 < functions.count,
                test.files.last ?? -1 < files.count
            else { throw .damaged }
        }
    }

    /// Passes all of it.
    private mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(&contexts, blank: Context(bundle: 0, libraries: 0, environment: 0, settings: 0)) { context, coder in
            coder.pass(fixed: &context.bundle)
            coder.pass(fixed: &context.names)
            coder.pass(fixed: &context.libraries)
            coder.pass(fixed: &context.environment)
            coder.pass(fixed: &context.settings)
        }
        let sources = coder.pass(filesOf: functions.lazy.map(\.source))
        coder.pass(&functions, blank: Function(key: 0, name: "")) { function, coder in
            coder.pass(fixed: &function.key)
            coder.pass(&function.name)
            coder.pass(&function.source, sources)
        }
        coder.pass(&files, blank: File(path: "", use: 0, state: 0)) { file, coder in
            coder.pass(&file.path)
            coder.pass(&file.use)
            coder.pass(fixed: &file.state)
        }
        let blank = Test(passed: 0, unseen: [], context: 0, functions: [], files: [])
        var sorted = tests.sorted { $0.key < $1.key }
        coder.pass(&sorted, blank: (key: "", value: blank)) { entry, coder in
            coder.pass(&entry.key)
            coder.pass(fixed: &entry.value.passed)
            coder.pass(kind: &entry.value.unseen)
            coder.pass(&entry.value.context)
            coder.pass(ascending: &entry.value.functions)
            coder.pass(ascending: &entry.value.files)
        }
        if coder.isReading { tests = Dictionary(sorted.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }) }
    }
}
