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
