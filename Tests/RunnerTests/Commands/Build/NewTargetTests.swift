// SPDX-License-Identifier: MIT

import Foundation
import RunnerSupport
import Testing

@testable import Runner

/// What `runner init` adds to a package.
struct NewTargetTests {
    /// A package of a name with targets, each by its name and its kind.
    private func package(_ name: String, _ targets: [(String, String)]) throws -> PackageSummary {
        let list = targets.map { name, kind in
            #"{"name": "\#(name)", "c99name": "\#(name)", "type": "\#(kind)", "module_type": "SwiftTarget"}"#
        }
        return try #require(
            PackageSummary(json: #"{"name": "\#(name)", "targets": [\#(list.joined(separator: ","))]}"#))
    }

    @Test("a name must be a Swift identifier")
    func identifiers() {
        for word in ["ShopTests", "_a1", "Größe"] { #expect(NewTarget.isIdentifier(word), "\(word)") }
        for word in ["", "1a", "a-b", "a b", "a.b", "a\"b", "class", "Swift", "_"] {
            #expect(!NewTarget.isIdentifier(word), "\(word)")
        }
    }

    @Test("what is tested is named in the name, or has the package's name, or is the only one")
    func subjects() throws {
        let shop = try package("Shop", [("Shop", "library"), ("ShopCore", "library"), ("shop", "executable")])
        #expect(shop.subject(of: nil, forBundle: false)?.name == "Shop")
        #expect(shop.subject(of: "ShopCoreTests", forBundle: false)?.name == "ShopCore")
        #expect(shop.subject(of: "OtherTests", forBundle: false)?.name == "Shop")
        let tool = try package("tools", [("tool", "executable"), ("toolTests", "test")])
        #expect(tool.subject(of: nil, forBundle: false)?.name == "tool")
        #expect(tool.subject(of: nil, forBundle: true) == nil, "no library can use it")
    }

    @Test("without a name, the target gets one that is free; one that is taken is refused")
    func names() throws {
        func name(_ name: String?, _ targets: [(String, String)]) throws -> String {
            let package = try package("my-shop", targets)
            let target = NewTarget(name: name, isBundle: false)
            return try target.freeName(in: package, package.subject(of: name, forBundle: false))
        }
        #expect(try name(nil, []) == "my_shopTests")
        #expect(try name(nil, [("Shop", "library")]) == "ShopTests")
        let both = [("Shop", "library"), ("ShopTests", "test")]
        #expect(try name(nil, both) == "ShopSuiteTests")
        let refusal = #expect(throws: NewTarget.Refusal.self) { try name("ShopTests", both) }
        #expect(refusal?.reason == "the package has a target 'ShopTests' already; give another name")
        #expect(throws: NewTarget.Refusal.self) { try name(nil, both + [("ShopSuiteTests", "test")]) }
    }

    @Test("the target that SwiftPM has added gets its dependencies and the plug-in, and all else stays as it is")
    func manifests() throws {
        let origin = NewTarget.Origin(checkout: "/home/me/our-runner")
        let manifest = "    targets: [ // all\n\t.target(name: \"A\"),\n\t.testTarget(name: \"ATests\"),\n    ]\n"
        let test = try NewTarget(name: nil, isBundle: false).completed(manifest, "ATests", "A", origin)
        #expect(
            test == """
                    targets: [ // all
                \t.target(name: "A"),
                \t.testTarget(
                \t    name: "ATests",
                \t    dependencies: ["A", .product(name: "TestKit", package: "our-runner")],
                \t    plugins: [.plugin(name: "RegisterTests", package: "our-runner")]
                \t),
                    ]

                """)
        let bundle = NewTarget(name: nil, isBundle: true)
        let text = try bundle.completed("[.target(name: \"B\")]", "B", nil, NewTarget.Origin())
        #expect(text.contains(#"dependencies: [.product(name: "TestKit", package: "bundle-test-runner")]"#))
        for other in ["", "targets: []", ".target(name: \"B\"), .target(name: \"B\")"] {
            #expect(throws: NewTarget.Refusal.self) { try bundle.completed(other, "B", nil, origin) }
        }
    }

    @Test("the published address is that of the pages")
    func address() throws {
        let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5).joined(separator: "/")
        for page in ["README.md", "docs/ExistingTests.md"] {
            let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
            #expect(text.contains(#".package(url: "\#(Version.repository)", from: "\#(Version.current)")"#), "\(page)")
        }
    }
}
