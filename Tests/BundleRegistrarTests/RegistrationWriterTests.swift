// SPDX-License-Identifier: MIT

import Testing

@testable import BundleRegistrar

/// The generated text, from a model that no parser has made.
struct RegistrationWriterTests {
    @Test("where a module imports XCTest, activities run inside of a test of XCTest's, under the import's conditions")
    func surroundsWithXCTest() {
        var registration = Registration(module: "MyTests", imports: [], suites: [])
        #expect(!RegistrationWriter.text(of: registration).contains("XCTest"))
        registration.xctestImport = Import(text: "internal import XCTest", conditions: ["A"])
        let text = RegistrationWriter.text(of: registration)
        #expect(text.contains("#if A\ninternal import XCTest\n"))
        #expect(text.contains("    #if A\n    ForeignAssertions.install(TestKitXCTestCase.surround)\n    #endif\n"))
    }
}
