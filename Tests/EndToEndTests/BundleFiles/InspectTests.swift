// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The reports of `runner inspect` about files that do not load, and about one that does.
struct InspectTests {
    /// Where the files are.
    private let directory = TemporaryDirectory()

    /// Returns the report about a file, as JSON.
    private func inspect(
        _ path: String, environment: [String: String] = [:], status: Int32
    ) throws -> [String: Any] {
        try Runner.run(["inspect", "--format", "json", path], environment: environment).exiting(status).json()
    }

    /// Compiles a bundle that calls two functions that it lacks, and a library that has one of them.
    private func makeNeedy(linked: Bool) throws -> String {
        try CFixture.compile("library.c", to: "libhalf.so", in: directory)
        let options = linked ? ["-L\(directory.path)", "-lhalf", "-Wl,-rpath,$ORIGIN/lib"] : []
        return try CFixture.compile("undefined_symbols.c", to: "Needy.so", in: directory, options: options)
    }

    @Test("a bundle that loads: its ABI, its producer, its classes")
    func good() throws {
        let path = try FixtureModel.ordinary.make(in: directory)
        let json = try inspect(path, status: 0)
        #expect(json["usable"] as? Bool == true && (json["faults"] as? [Any])?.isEmpty == true)
        #expect(json["abi"] as? String == "1.0" && json["producer"] as? String == "a fixture")
        #expect((json["exports"] as? [String])?.contains("testkit_bundle_entry") == true)
        #expect((json["madeBy"] as? [String])?.contains { $0.contains("GCC") || $0.contains("clang") } == true)
        let classes = try #require(json["classes"] as? [[String: Any]])
        #expect(classes.contains { $0["name"] as? String == "Plain.SumTests" })
        let text = try Runner.run(["inspect", path])
        #expect(text.status == 0 && text.lines.last == "ok: the runner can use it")
    }

    @Test("every missing symbol is named, not only the first")
    func symbols() throws {
        let json = try inspect(try makeNeedy(linked: false), status: 4)
        #expect(json["unresolved"] as? [String] == ["absent_function", "library_answer"])
        #expect((json["faults"] as? [String])?.first == "2 symbols are defined by no library that it needs")
    }

    @Test("a library is looked for where the loader does; one that is nowhere is named, with the places")
    func libraries() throws {
        let path = try makeNeedy(linked: true)
        let text = try Runner.run(["inspect", path]).exiting(4)
        #expect(text.lines.contains { $0.hasPrefix("  libhalf.so ") && $0.hasSuffix(" NOT FOUND") })
        #expect(text.output.contains("looked for in \(directory.path)/lib, the loader's cache"))
        #expect(text.output.contains("libhalf.so, which the bundle needs, was not found"))
        for (environment, place, by) in [
            (["LD_LIBRARY_PATH": directory.path], directory.file("libhalf.so"), "LD_LIBRARY_PATH"),
            ([:], directory.file("lib/libhalf.so"), "the run path"),
        ] {
            if environment.isEmpty {
                try directory.makeDirectory("lib")
                try FileManager.default.moveItem(
                    atPath: directory.file("libhalf.so"), toPath: directory.file("lib/libhalf.so"))
            }
            let json = try inspect(path, environment: environment, status: 4)
            let half = (json["needs"] as? [[String: Any]])?.first { $0["name"] as? String == "libhalf.so" }
            #expect(half?["path"] as? String == place && half?["by"] as? String == by)
            #expect(json["unresolved"] as? [String] == ["absent_function"])
        }
    }

    @Test("a file that is no library for this machine is reported as such, and not loaded")
    func files() throws {
        let path = try FixtureModel.ordinary.make(in: directory)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        var foreign = bytes
        foreign[18] = 243
        let cases: [([UInt8], String)] = [
            (Array(bytes.prefix(2000)), "truncated: "), (foreign, "machine: expected "), ([], "the file is empty"),
            (Array("text".utf8), "not an ELF file: it starts with 74 65 78 74"),
        ]
        for (content, fault) in cases {
            let json = try inspect(try directory.write(content, to: "file.so"), status: 4)
            #expect((json["faults"] as? [String])?.first?.hasPrefix(fault) == true, "\(json)")
            #expect(json["classes"] == nil)
        }
        let library = try CFixture.compile("library.c", to: "plain.so", in: directory)
        let json = try inspect(library, status: 4)
        #expect(
            json["faults"] as? [String] == [
                "not a bundle: it exports no testkit_bundle_entry; link TestKit, or see docs/Bundles.md"
            ])
    }

    @Test("another ABI is named, and a death or a hang while loading loses nothing but the answer")
    func loading() throws {
        let other = try CFixture.compile("faulty.c", to: "Other.so", in: directory, define: ["FAULT": "MAJOR"])
        let json = try inspect(other, status: 4)
        #expect((json["faults"] as? [String])?.first?.contains("abi_major: expected 1, got ") == true, "\(json)")
        #expect((json["abi"] as? String)?.hasPrefix("1.") == false)
        let hanging = try CFixture.compile(
            "faulty.c", to: "Hanging.so", in: directory, define: ["FAULT": "ENTRY", "DEED": "\"hang\""])
        let limit = try HangLimit(atLeast: 0.5)
        let result = try Runner.run(["inspect", "--load-timeout", limit.option, hanging]).exiting(4)
        #expect(result.output.contains("  took longer than \(limit.text()) in its registration"))
        #expect(result.output.contains("  about to hang"))
        #expect(try Runner.run(["inspect", directory.file("none.so")]).status == 2)
        #expect(try Runner.run(["inspect"]).status == 2)
    }
}
