// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A file that cannot be used as a bundle: how it is made, and what is said of it.
struct LoadFault: Sendable, CustomTestStringConvertible {
    /// The bundle's name.
    var name: String
    /// Part of the reason.
    var reason: String
    /// Part of what it printed before it died.
    var output: String?
    /// Makes the file `name.so`.
    var make: @Sendable (TemporaryDirectory, _ file: String) throws -> Void

    /// The name, for the test's display.
    var testDescription: String { name }

    /// A variant of `faulty.c`.
    init(_ fault: String, _ reason: String, deed: String? = nil, options: [String] = []) {
        name = fault + (deed.map { "-" + $0 } ?? "")
        self.reason = reason
        output = deed.map { "about to \($0)" }
        make = { directory, file in
            var definitions: [String: String?] = ["FAULT": fault]
            if let deed { definitions["DEED"] = "\"\(deed)\"" }
            try CFixture.compile("faulty.c", to: file, in: directory, define: definitions, options: options)
        }
    }

    /// Anything else.
    init(_ name: String, _ reason: String, make: @escaping @Sendable (TemporaryDirectory, String) throws -> Void) {
        self.name = name
        self.reason = reason
        self.make = make
    }

    // MARK: All of them

    /// Every kind of fault.
    static let all = files + interface + registration + descriptors

    /// The file cannot be loaded; the unit tests of `ELFImage` and of discovery have the others of these faults.
    private static let files: [LoadFault] = [
        LoadFault("needy", "it needs libgone.so, which was not found") { directory, file in
            let library = try CFixture.compile(
                "library.c", to: "libgone.so", in: directory, options: ["-Wl,-soname,libgone.so"])
            try CFixture.compile("ordinary.c", to: file, in: directory, options: ["-Wl,--no-as-needed", library])
            try FileManager.default.removeItem(atPath: library)
        },
        LoadFault("MISSING_SYMBOL", "undefined symbol: nobody_defines_this"),
        LoadFault("MISSING_MANGLED_SYMBOL", "undefined symbol: Shop::open() (_ZN4Shop4openEv)"),
    ]

    /// The bundle's own struct is not what this host reads.
    private static let interface: [LoadFault] = [
        LoadFault("MAGIC", "testkit_bundle.magic: expected 0x31424b54, got 0x31424b55"),
        LoadFault(
            "MAJOR",
            "testkit_bundle.abi_major: expected 1, got 9; build the bundle anew with this runner's TestKit or testkit_bundle.h"
        ),
        LoadFault("SHORT", "testkit_bundle.struct_size: expected at least "),
        LoadFault(
            "OLDER_LAYOUT",
            "testkit_bundle.struct_size: expected at least 152, got 112; "
                + "build the bundle anew with this runner's TestKit or testkit_bundle.h"),
        LoadFault("NO_RUN_CASE", "testkit_bundle.run_case: expected a function, got null"),
        LoadFault("NULL_BUNDLE", "testkit_bundle_entry returned null"),
        LoadFault("REFUSES", "the bundle refused to load: it was made on a Tuesday"),
    ]

    /// It dies or hangs before it has said what it holds; `MatrixTests` has each way to.
    private static let registration: [LoadFault] = [
        LoadFault(
            "CONSTRUCTOR", "was ended by SIGSEGV (invalid memory reference) while it was opened (in a constructor)",
            deed: "crash"),
        LoadFault("ENTRY", "took longer than LIMIT in its registration", deed: "hang"),
        LoadFault("ENUMERATION", "was ended by SIGSEGV (invalid memory reference) in its registration", deed: "crash"),
    ]

    /// Malformed descriptors; the unit tests of `BundleEnumerator` have the others.
    private static let descriptors: [LoadFault] = [
        LoadFault(
            "CYCLE",
            "a class inherits from itself: 'Faulty.FirstTests' from 'Faulty.SecondTests' from 'Faulty.FirstTests'"),
        LoadFault("STRAY_TRAITS", "was ended by SIGSEGV (invalid memory reference) in its registration"),
        LoadFault("STRAY_TAGS", "was ended by SIGSEGV (invalid memory reference) in its registration"),
    ]
}

/// Bundles that cannot be used: one named fault each, and all others run.
///
/// Rules 27 and 31.
struct LoadFaultTests {
    /// All faults in one directory, between two bundles that nothing is wrong with; run once.
    private static let together: Result<(limit: HangLimit, result: Subprocess.Result), any Error> = Result {
        let directory = TemporaryDirectory()
        for fault in LoadFault.all { try fault.make(directory, fault.name + ".so") }
        for name in ["Aardvark", "zebra"] { try FixtureModel.ordinary.named(name).make(in: directory) }
        // Long enough for the backtrace of a crash: it counts.
        let limit = try HangLimit(atLeast: 4)
        return (limit, try Runner.run(["-v", "--load-timeout", limit.option, directory.path]))
    }

    @Test("each fault is reported once, with its reason", .long, arguments: LoadFault.all)
    func isNamed(fault: LoadFault) throws {
        let (limit, result) = try Self.together.get()
        let reason = fault.reason.replacing("LIMIT", with: limit.text())
        let faults = Report(result.output).faults.filter { $0.identity == fault.name }
        #expect(faults.count == 1)
        let entry = try #require(faults.first)
        #expect(entry.reason.contains(reason), "\(entry)")
        #expect(entry.details.first?.hasSuffix("/\(fault.name).so") == true, "the path is missing: \(entry)")
        if let output = fault.output { #expect(entry.text.contains(output), "\(entry)") }
    }

    @Test("a crash while a bundle is opened is reported with its frames, and without the runtime's registers")
    func crash() throws {
        let faults = Report(try Self.together.get().result.output).faults
        let entry = try #require(faults.first { $0.identity.hasPrefix("CONSTRUCTOR") && $0.reason.contains("SIGSEGV") })
        #expect(entry.details.contains { $0.contains("construct + ") && $0.contains(".so") })
        #expect(!entry.text.contains("Backtracing from"))
        #expect(!entry.text.contains("Registers:"))
    }

    @Test("all other bundles run, and the exit code says that some could not")
    func othersRun() throws {
        let result = try Self.together.get().result
        let report = Report(result.output)
        for name in ["Aardvark", "zebra"] { FixtureModel.ordinary.named(name).expectMatch(report) }
        #expect(report.faults.count == LoadFault.all.count)
        #expect(report.outcomes.count == 2 * FixtureModel.ordinary.cases.count)
        #expect(
            result.lines.contains("\(LoadFault.all.count) bundles could not be used; runner inspect FILE says more"))
        #expect(result.lines.contains { $0.hasPrefix("ok, with faults: ") })
        #expect(result.status == 4)
    }

    @Test("a list reports faults as well")
    func list() throws {
        let directory = TemporaryDirectory()
        try LoadFault("CYCLE", "").make(directory, "faulty.so")
        try FixtureModel.ordinary.make(in: directory)
        let result = try Runner.run(["--list", directory.path]).exiting(4)
        #expect(Set(result.lines) == FixtureModel.ordinary.planned)
        #expect(result.errors.contains("faulty.so: a class inherits from itself"))
    }
}

/// Files that are no bundles, and bundles that are found twice.
struct DiscoveryTests {
    @Test("a library without the entry is passed over, and its constructor does not run")
    func passedOver() throws {
        let directory = TemporaryDirectory()
        let library = try CFixture.compile("library.c", to: "library.so", in: directory)
        try FixtureModel.ordinary.make(in: directory)
        let environment = ["FIXTURE_MARK": directory.file("mark")]
        let verbose = try Runner.run(["-v", directory.path], environment: environment).exiting(0)
        #expect(
            verbose.errors
                == "runner: skipped the file \(directory.file("library.so")): it exports no testkit_bundle_entry\n")
        FixtureModel.ordinary.expectMatch(Report(verbose.output))
        #expect(!directory.contains("mark"))
        let plain = try Runner.run([directory.path], environment: environment).exiting(0)
        #expect(plain.errors.isEmpty)
        // Where it runs, it leaves a mark.
        let needy = try CFixture.compile(
            "ordinary.c", to: "Needy.so", in: directory, options: ["-Wl,--no-as-needed", library])
        try Runner.run([needy], environment: environment)
        #expect(directory.contains("mark"))
    }
}
