// SPDX-License-Identifier: MIT

import RunnerSupport

/// The record as bytes: a line with the version, numbers of seven bits to a byte, texts behind their lengths, and a checksum.
extension ReachRecord {
    /// Why bytes are no record.
    package enum Fault: Error, Equatable {
        /// Another version wrote them.
        case version
        /// They are damaged.
        case damaged

        /// The words for people.
        package var words: String {
            switch self {
            case .version: "another version of the runner wrote it"
            case .damaged: "it is damaged"
            }
        }
    }

    /// The first line.
    private static let header = Array("testkit affected 1\n".utf8)

    /// The bytes of the record.
    package var bytes: [UInt8] {
        var writer = Writer()
        writer.add(contexts.count)
        for context in contexts {
            for number in [context.bundle, context.libraries, context.environment, context.settings] {
                writer.add(fixed: number)
            }
        }
        writer.add(functions.count)
        for function in functions {
            writer.add(fixed: function.key)
            writer.add(function.name)
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
        let sum = Fingerprint.of(writer.bytes)
        writer.add(fixed: sum)
        return Self.header + writer.bytes
    }

    /// Reads what `bytes` gave.
    package init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.starts(with: Self.header) else { throw .version }
        let end = bytes.count - 8
        guard end >= Self.header.count else { throw .damaged }
        var last = Reader(bytes: bytes, place: end, end: bytes.count)
        guard last.fixed() == Fingerprint.of(bytes[Self.header.count..<end]) else { throw .damaged }
        var reader = Reader(bytes: bytes, place: Self.header.count, end: end)
        self.init()
        let contexts = reader.list { reader in
            Context(
                bundle: reader.fixed(), libraries: reader.fixed(), environment: reader.fixed(), settings: reader.fixed()
            )
        }
        let functions = reader.list { Function(key: $0.fixed(), name: $0.text()) }
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
        guard !reader.hasFailed, reader.place == end else { throw .damaged }
        for (_, test) in tests {
            guard test.context < contexts.count, test.functions.last ?? -1 < functions.count,
                test.files.last ?? -1 < files.count
            else { throw .damaged }
        }
        take(contexts, functions, files, Dictionary(tests, uniquingKeysWith: { $1 }))
    }

    /// Appends numbers and texts.
    private struct Writer {
        /// What was written.
        var bytes: [UInt8] = []

        /// Appends a number that is not negative.
        mutating func add(_ number: Int) {
            var rest = UInt64(bitPattern: Int64(number))
            while rest > 0x7F {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }

        /// Appends a number in eight bytes.
        mutating func add(fixed number: UInt64) {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }

        /// Appends a text.
        mutating func add(_ text: String) {
            add(text.utf8.count)
            bytes += text.utf8
        }

        /// Appends numbers that ascend, as the steps between them.
        mutating func add(ascending numbers: [Int]) {
            add(numbers.count)
            var last = 0
            for number in numbers {
                add(number - last)
                last = number
            }
        }
    }

    /// Reads what `Writer` wrote; zero, and a fault, behind the end.
    private struct Reader {
        /// The bytes.
        let bytes: [UInt8]
        /// The next byte.
        var place: Int
        /// Behind the last byte.
        let end: Int
        /// Whether something made no sense.
        var hasFailed = false

        /// The next number.
        mutating func number() -> Int {
            var (result, shift): (UInt64, UInt64) = (0, 0)
            while place < end, shift < 63 {
                let byte = bytes[place]
                place += 1
                result |= UInt64(byte & 0x7F) << shift
                if byte & 0x80 == 0 { return Int(clamping: result) }
                shift += 7
            }
            hasFailed = true
            return 0
        }

        /// The next number of eight bytes.
        mutating func fixed() -> UInt64 {
            guard end - place >= 8 else {
                hasFailed = true
                return 0
            }
            defer { place += 8 }
            return (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
        }

        /// The next text.
        mutating func text() -> String {
            let count = number()
            guard count <= end - place else {
                hasFailed = true
                return ""
            }
            defer { place += count }
            return String(decoding: bytes[place..<place + count], as: UTF8.self)
        }

        /// The next numbers, which ascend.
        mutating func ascending() -> [Int] {
            var last = 0
            return list { reader in
                let step = reader.number()
                // No record has as many; more of them would have no sum.
                guard step <= 1 << 40, last <= 1 << 40 else {
                    reader.hasFailed = true
                    return 0
                }
                last += step
                return last
            }
        }

        /// The next values, of which each has a byte at least.
        mutating func list<Value>(_ read: (inout Reader) -> Value) -> [Value] {
            let count = number()
            guard count <= end - place else {
                hasFailed = true
                return []
            }
            var result: [Value] = []
            for _ in 0..<count where !hasFailed { result.append(read(&self)) }
            return result
        }
    }
}
