// SPDX-License-Identifier: MIT

import Testing

@testable import BundleRegistrar

/// The generated text, from a model that no parser has made.
struct RegistrationWriterTests {
    @Test("writes every part")
    func everyPart() {
        let suites = [
            Suite(
                reference: "Outer.`class`",
                name: "Outer.class",
                isFocused: true,
                file: "/a \"b\"/\\C.swift",
                line: 3,
                conditions: ["A", "B || C"],
                cases: [
                    Case(name: "testA", call: "testA", line: 4),
                    Case(name: "testB", call: "focus_testB", isFocused: true, line: 5, conditions: ["D"]),
                    Case(name: "testC", call: "testC", line: 6, conditions: ["D"], isAsync: true, isThrowing: true),
                    Case(name: "testD", call: "testD", file: "/E.swift", line: 7, isThrowing: true),
                ]
            ),
            Suite(reference: "Base", file: "/F.swift", line: 8, cases: []),
            Suite(
                reference: "Q",
                name: "Q",
                file: "/F.swift",
                line: 9,
                cases: [
                    Case(name: "testE", call: "testE", line: 10, conditions: ["E"]),
                    Case(name: "testAsyncF", call: "focus_testAsyncF", isFocused: true, line: 11, isThrowing: true),
                    Case(name: "testAsyncmainG", call: "testAsyncmainG", line: 12),
                    Case(name: "testHAsync", call: "testHAsync", line: 13, isAsync: true),
                ]
            ),
        ]
        let imports = [Import(text: "@testable import X", conditions: ["F"])]
        let registration = Registration(module: "MyTests", imports: imports, suites: suites)
        #expect(RegistrationWriter.text(of: registration) == Self.golden)
    }

    @Test("where a module imports XCTest, activities run inside of a test of XCTest's, under the import's conditions")
    func surroundsWithXCTest() {
        var registration = Registration(module: "MyTests", imports: [], suites: [])
        #expect(!RegistrationWriter.text(of: registration).contains("XCTest"))
        registration.xctestImport = Import(text: "internal import XCTest", conditions: ["A"])
        let text = RegistrationWriter.text(of: registration)
        #expect(text.contains("#if A\ninternal import XCTest\n"))
        #expect(text.contains("    #if A\n    ForeignAssertions.install(TestKitXCTestCase.surround)\n    #endif\n"))
    }

    /// The expected code of the model above.
    private static let golden = #"""
        // Written by BundleRegistrar from the sources of module MyTests. Do not edit.
        import TestKit
        #if F
        @testable import X
        #endif

        @available(*, deprecated, message: "it is not; but deprecated tests can be named here without a warning")
        @MainActor private func registerSuite0(_ module: ModuleRegistration) {
            #if (A) && (B || C)
            let suite = module.suite(Outer.`class`.self, "MyTests.Outer.class", isFocused: true, file: "/a \"b\"/\\C.swift", line: 3)
            suite.add("testA", line: 4) { $0.testA() }
            #if D
            suite.add("testB", isFocused: true, line: 5) { $0.focus_testB() }
            suite.add("testC", line: 6) { try await $0.testC() }
            #endif
            suite.add("testD", file: "/E.swift", line: 7) { try $0.testD() }
            #endif
        }

        @available(*, deprecated, message: "it is not; but deprecated tests can be named here without a warning")
        @MainActor private func registerSuite1(_ module: ModuleRegistration) {
            // "/F.swift":8 extends 'Base' of another module. If this does not compile, it is no class that can be named so: call its methods other than test…
            _ = module.suite(extending: Base.self, file: "/F.swift", line: 8)
        }

        @available(*, deprecated, message: "it is not; but deprecated tests can be named here without a warning")
        @MainActor private func registerSuite2(_ module: ModuleRegistration) {
            let suite = module.suite(Q.self, "MyTests.Q", file: "/F.swift", line: 9)
            #if E
            suite.add("testE", line: 10) { $0.testE() }
            #endif
            suite.addOnOwnThread("testAsyncF", isFocused: true, line: 11) { try $0.focus_testAsyncF() }
            suite.add("testAsyncmainG", line: 12) { $0.testAsyncmainG() }
            suite.add("testHAsync", line: 13) { await $0.testHAsync() }
        }

        @available(*, deprecated, message: "it is not; but deprecated tests can be named here without a warning")
        #if compiler(>=6.3)
        @section("testkit_modules") @used
        #endif
        private let testKitModule: ModuleRecord = { context in
            let module = ModuleRegistration(context)
            registerSuite0(module)
            registerSuite1(module)
            registerSuite2(module)
        }
        #if compiler(<6.3)
        @available(*, deprecated, message: "it is not; but deprecated tests can be named here without a warning")
        private enum TestKitModule: ModuleRecordContainer {
            static var record: ModuleRecord { testKitModule }
        }
        #endif

        """#
}
