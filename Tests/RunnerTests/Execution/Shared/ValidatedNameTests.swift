// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerExecution

/// The names that a bundle may use, and those that it may use twice.
struct ValidatedNameTests {
    @Test("takes the whole name", arguments: ["", "x", "eight...", "nine.....", "Größe", "a/b[c]"])
    func wholeName(text: String) throws {
        try text.withCString { address in
            guard !text.isEmpty else {
                #expect(throws: NameFault.self) { try ValidatedName(address) }
                return
            }
            let name = try ValidatedName(address)
            #expect(String(decoding: name.bytes, as: UTF8.self) == text)
        }
    }

    @Test("says what it expected")
    func expectation() {
        func reason(_ bytes: [CChar]?) -> String? {
            do throws(NameFault) {
                guard let bytes else {
                    _ = try ValidatedName(nil)
                    return nil
                }
                _ = try ValidatedName(bytes)
                return nil
            } catch { return error.reason }
        }
        #expect(reason(nil) == "expected text, got null")
        #expect(reason([0]) == "expected text, got an empty string")
        #expect(reason([65, -1, 0])?.hasPrefix("not UTF-8: A") == true)
        let long = [CChar](repeating: 65, count: ValidatedName.limit)
        #expect(reason(long + [0]) == nil)
        #expect(reason(long + [65, 0]) == "expected at most 65536 bytes, got more")
    }

    @Test("finds equal names and no others")
    func equalNames() throws {
        // Kept until the end: a checked name points to its bytes.
        let texts = (0..<300).map { Array("testNumber\($0)".utf8CString) } + [Array("testNumber7".utf8CString)]
        try withExtendedLifetime(texts) {
            let names = try texts.map { text in
                try text.withUnsafeBufferPointer { try ValidatedName($0.baseAddress) }
            }
            var table = NameTable(capacity: names.count)
            for place in 0..<300 { #expect(table.enter(place, names[place]) { names[$0] } == nil) }
            #expect(table.enter(300, names[300]) { names[$0] } == 7)
        }
    }

}
