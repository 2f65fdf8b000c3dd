// SPDX-License-Identifier: MIT

import Foundation
import TestKit
import TestKitResources
import Testing

/// Rule 18: whatever is wrong with a data file, the message names the file, the position and the reason.
struct MalformedDataTests {
    /// Returns the message of a failed reading.
    private func fault(_ read: () throws -> [Example]) -> String {
        do {
            return "read \(try read().map(\.name))"
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "rule 18: malformed JSON",
        arguments: [
            ("", "data.json:1:1: not JSON: Unexpected end of file during JSON parse."),
            ("[\n  {\"name\": \"a\"}", "data.json:2:16: not JSON: Unexpected end of file during JSON parse."),
            ("[\n  {\"name\": \"é\"}\n oops]", "data.json:3:2: not JSON: Invalid value around character 20."),
            ("{}", "data.json: expected at least one example, got none"),
            ("3", "data.json: expected an array or a dictionary of examples, got the number 3"),
            ("[]", "data.json: expected at least one example, got none"),
            ("[7, 7]", "data.json, [1]: two examples are named '7': [0] and [1]"),
            ("[{\"name\": \"a\"}, {\"nam\": \"b\"}]", "data.json, [1]: the example has no 'name'"),
            ("[{\"name\": 1}]", "data.json, [0].name: expected text that is not empty, got the number 1"),
            ("[{\"name\": \"\"}]", "data.json, [0].name: expected text that is not empty, got empty text"),
            (
                "[{\"name\": \"a\"}, {\"name\": \"b\"}, {\"name\": \"a\"}]",
                "data.json, [2]: two examples are named 'a': [0] and [2]"
            ),
        ]
    )
    func json(text: String, expected: String) throws {
        let directory = try DataDirectory(["data.json": text])
        #expect(fault { try Example.json(at: directory.url.appending(path: "data.json")) } == expected)
    }

    @Test("rule 18: JSON that is not UTF-8")
    func notUTF8() throws {
        let directory = try DataDirectory()
        try directory.write(Data([0x5b, 0x0a, 0x22, 0xff, 0xfe, 0x22, 0x5d]), to: "data.json")
        let message = fault { try Example.json(at: directory.url.appending(path: "data.json")) }
        #expect(message.hasPrefix("data.json:2:2: not JSON: Invalid UTF-8 sequence"), "\(message)")
    }

    @Test(
        "rule 18: a binary property list with what none has",
        arguments: [
            (0xC1, "a set"), (0xB1, "a set"), (0x80, "a reference of an archive"), (0x00, "nothing"),
            (0x77, "a value of an unknown kind"),
        ])
    func foreignValues(marker: UInt8, words: String) throws {
        let list = try PropertyListSerialization.data(fromPropertyList: ["a": ["b"]], format: .binary, options: 0)
        let directory = try DataDirectory()
        // The only array of one value.
        let place = try #require(list.firstIndex(of: 0xA1))
        var changed = list
        changed[place] = marker
        try directory.write(changed, to: "data.plist")
        let message = fault { try Example.propertyList(at: directory.url.appending(path: "data.plist")) }
        #expect(message == "data.plist: not a property list: it holds \(words) at byte \(place)")
    }

    @Test(
        "rule 18: a malformed property list",
        arguments: [
            ("", "data.plist:1: not a property list: Cannot parse a NULL or zero-length data"),
            (
                DataDirectory.propertyList("<dict>\n<key>a</key><strin>x</string>\n</dict>"),
                "data.plist:4: not a property list: Encountered unknown tag strin on line 4"
            ),
            (
                DataDirectory.propertyList("<dict>\n<key>a</key>\n</dict>"),
                "data.plist:5: not a property list: Value missing for key inside <dict> at line 5"
            ),
            (
                DataDirectory.propertyList("<array><string>a</string></array>"),
                "data.plist: expected a dictionary of examples, got an array"
            ),
            (DataDirectory.propertyList(DataDirectory.items("")), "data.plist: an example has no name"),
            (
                DataDirectory.propertyList(
                    "<dict><key>a</key><dict/>\n<key>b</key><dict/>\n<key>a</key><dict/></dict>"),
                "data.plist:5: the key 'a' occurs twice in one dictionary"
            ),
            (
                DataDirectory.propertyList("<dict><key>ECTestItems</key><dict/><key>ECTestSuite</key><dict/></dict>"),
                "data.plist: unknown key 'ECTestSuite' beside ECTestItems and ECTestSuites"
            ),
            (
                DataDirectory.propertyList("<dict><key>ECTestSuites</key><array/></dict>"),
                "data.plist, ECTestSuites: expected a dictionary of suites, got an array"
            ),
            (
                DataDirectory.propertyList("<dict><key>ECTestSuites</key><dict><key>s</key><dict/></dict></dict>"),
                "data.plist, ECTestSuites.s: the suite 's' has no examples"
            ),
            (
                DataDirectory.propertyList(
                    "<dict><key>ECTestSuites</key><dict><key>s</key><dict><key>ECTestItems</key><true/></dict></dict></dict>"
                ),
                "data.plist, ECTestSuites.s.ECTestItems: expected a dictionary of examples, got the truth value true"
            ),
        ]
    )
    func propertyList(text: String, expected: String) throws {
        let directory = try DataDirectory(["data.plist": text])
        #expect(fault { try Example.propertyList(at: directory.url.appending(path: "data.plist")) } == expected)
    }

    @Test("rule 18: keys in comments and equal keys in different dictionaries are not keys that are there twice")
    func keysThatDiffer() throws {
        let text = DataDirectory.propertyList(
            """
            <!-- <key>a</key>
                 <key>a &amp; b</key> -->
            <dict><key>a</key><dict><key>x</key><true/></dict><key>a &amp; b</key><dict><key>x</key><true/></dict></dict>
            """
        )
        let directory = try DataDirectory(["data.plist": text])
        let examples = try Example.propertyList(at: directory.url.appending(path: "data.plist"))
        #expect(examples.map(\.name) == ["a", "a & b"])
    }

    @Test(
        "rule 18: a malformed directory",
        arguments: [
            (
                ["d.testsuite/one/a.txt": "", "d.testsuite/one/a.json": ""],
                "one: two values are named 'a': 'a.json' and 'a.txt'"
            ),
            (
                [
                    "d.testsuite/one/a.txt": "",
                    "d.testsuite/one/testdata.plist": DataDirectory.propertyList("<dict><key>a</key><true/></dict>"),
                ], "testdata.plist: two values are named 'a': here and the file 'a.txt'"
            ),
            (
                ["d.testsuite/one/testdata.plist": DataDirectory.propertyList("<array/>")],
                "testdata.plist: expected a dictionary of values, got an array"
            ),
            (
                ["d.testsuite/one/testdata.plist": "no list"],
                "testdata.plist:1: not a property list: Unexpected character n at line 1"
            ),
            (
                [
                    "d.testsuite/one/": "",
                    "d.testsuite/testdata.plist": DataDirectory.propertyList(DataDirectory.items("one")),
                ], "testdata.plist: two examples are named 'one': here and the folder 'one'"
            ),
            (
                [
                    "d.testsuite/s.testsuite/one/": "",
                    "d.testsuite/testdata.plist": DataDirectory.propertyList(
                        "<dict><key>ECTestSuites</key><dict><key>s</key>\(DataDirectory.items("two"))</dict></dict>"
                    ),
                ], "testdata.plist: two suites are named 's': here and the folder 's.testsuite'"
            ),
            (["d.testsuite/s.testsuite/": ""], "s.testsuite: the suite 's' has no examples"),
            (["d.testsuite": "a file"], "d.testsuite: is not a readable folder"),
            ([:], "d.testsuite: is not a readable folder"),
        ]
    )
    func directory(files: [String: String], expected: String) throws {
        let directory = try DataDirectory(files)
        #expect(fault { try Example.directory(at: directory.url.appending(path: "d.testsuite")) } == expected)
    }

    @Test("rule 18: a file that cannot be read")
    func missing() throws {
        let directory = try DataDirectory()
        let message = fault { try Example.json(at: directory.url.appending(path: "data.json")) }
        #expect(message.hasPrefix("data.json: cannot be read: "), "\(message)")
        #expect(message.contains("No such file") || message.contains("doesn’t exist"), "\(message)")
    }

    @Test("rule 18: a property list and a directory without examples")
    func nothing() throws {
        let directory = try DataDirectory([
            "data.plist": DataDirectory.propertyList("<dict/>"), "x.testsuite/a.txt": "",
        ])
        let list = fault { try Example.propertyList(at: directory.url.appending(path: "data.plist")) }
        #expect(list == "data.plist: expected at least one example, got none")
        let folder = fault { try Example.directory(at: directory.url.appending(path: "x.testsuite")) }
        #expect(folder == "x.testsuite: expected at least one example, got none")
    }
}
