// SPDX-License-Identifier: MIT

import Foundation
import TestKit
import TestKitResources
import Testing

/// Rules 15 and 16: what data files hold becomes examples.
struct DataFormatTests {
    @Test("rule 15: JSON is an array of objects with a name, in the order of the file")
    func json() throws {
        let text =
            #"[{"name": "b", "n": 1}, {"name": "a", "n": 2.5, "flag": true, "none": null, "list": [1, 2.5], "big": 18446744073709551615}]"#
        let directory = try DataDirectory(["data.json": text])
        let examples = try Example.json(at: directory.url.appending(path: "data.json"))
        #expect(examples.map(\.name) == ["b", "a"])
        #expect(try examples[0].value("n", as: Int.self) == 1)
        #expect(try examples[0].value("n", as: Double.self) == 1)
        #expect(throws: ExampleError.self) { try examples[0].value("n", as: Bool.self) }
        #expect(try examples[1].value("n", as: Double.self) == 2.5)
        #expect(throws: ExampleError.self) { try examples[1].value("n", as: Int.self) }
        #expect(try examples[1]["flag"] as Bool)
        #expect(try examples[1]["none"] as Int? == nil)
        #expect(try examples[1]["absent"] as Int? == nil)
        #expect(try examples[1]["list"] as [Double] == [1, 2.5])
        #expect(throws: ExampleError.self) { try examples[1]["list"] as [Int] }
        #expect(try examples[1]["big"] as UInt64 == .max)
    }

    @Test("rule 16: a plain dictionary is the examples; ECTestItems and ECTestSuites are examples and sub-suites")
    func propertyList() throws {
        let inner =
            "<dict><key>ECTestItems</key>\(DataDirectory.items("z", "y"))<key>ECTestSuites</key><dict><key>deep</key>\(DataDirectory.items("x"))</dict></dict>"
        let directory = try DataDirectory([
            "plain.plist": DataDirectory.propertyList(DataDirectory.items("b", "a", "a/b")),
            "nested.plist": DataDirectory.propertyList(
                "<dict><key>ECTestItems</key>\(DataDirectory.items("top"))<key>ECTestSuites</key><dict><key>s</key>\(inner)</dict></dict>"
            ),
        ])
        #expect(
            try Example.propertyList(at: directory.url.appending(path: "plain.plist")).map(\.name) == ["a", "a/b", "b"])
        let nested = try Example.propertyList(at: directory.url.appending(path: "nested.plist")).map(\.name)
        #expect(nested == ["top", "s/y", "s/z", "s/deep/x"])
    }

    @Test("rule 16: a binary property list, with dates and data")
    func binary() throws {
        let root: [String: Any] = [
            "one": ["date": Date(timeIntervalSince1970: 0), "data": Data([1, 2]), "yes": true, "n": 1]
        ]
        let directory = try DataDirectory()
        let data = try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
        try directory.write(data, to: "data.plist")
        let example = try #require(try Example.propertyList(at: directory.url.appending(path: "data.plist")).first)
        #expect(try example["date"] as Date == Date(timeIntervalSince1970: 0))
        #expect(try example["data"] as Data == Data([1, 2]))
        #expect(try example["yes"] as Bool)
        #expect(try example["n"] as Int == 1)
    }

    @Test("rule 16: folders are examples, .testsuite folders sub-suites; testdata.plist adds to both; a file is none")
    func directory() throws {
        let directory = try DataDirectory([
            "d.testsuite/b/text.txt": "hello",
            "d.testsuite/b/.hidden": "",
            "d.testsuite/b/testdata.plist": DataDirectory.propertyList("<dict><key>n</key><integer>3</integer></dict>"),
            "d.testsuite/a/": "",
            "d.testsuite/README.md": "",
            "d.testsuite/inner.testsuite/c/text.txt": "",
            "d.testsuite/testdata.plist": DataDirectory.propertyList(
                "<dict><key>ECTestItems</key>\(DataDirectory.items("listed"))<key>ECTestSuites</key><dict><key>more</key>\(DataDirectory.items("d"))</dict></dict>"
            ),
        ])
        try directory.write(Data([0xff, 0xfe, 0x00]), to: "d.testsuite/b/picture.png")
        let examples = try Example.directory(at: directory.url.appending(path: "d.testsuite"))
        #expect(examples.map(\.name) == ["a", "b", "inner/c", "listed", "more/d"])
        #expect(try examples[1]["text"] as String == "hello")
        #expect(try examples[1]["n"] as Int == 3)
        #expect(try (examples[1]["picture"] as URL).lastPathComponent == "picture.png")
        #expect(examples[1].values.count == 3)
    }
}
