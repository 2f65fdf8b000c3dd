// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import TestKit
@testable import TestKitProbe

/// The tags and time limits of classes, as the host reads them.
///
/// Rules 68 and 69.
@MainActor
struct TraitTests {
    /// A bundle of the classes below.
    private var driver: FakeHost.Driver {
        Script.driver { context in
            let module = ModuleRegistration(context)
            let base = module.suite(TaggedTests.self, "Tests.TaggedTests")
            base.add("testA") { $0.testA() }
            base.add("testB") { $0.testA() }
            module.suite(TaggedHeirTests.self, "Tests.TaggedHeirTests").add("testC") { $0.testA() }
            module.suite(BareTests.self, "Tests.BareTests").add("testA") { $0.testA() }
        }
    }

    /// An extension of a bundle.
    private func find<Table>(_ identifier: String, of driver: FakeHost.Driver) -> Table? {
        let address = driver.bundle.pointee.get_extension(driver.bundle, identifier)
        return address?.assumingMemoryBound(to: Table.self).pointee
    }

    @Test("a class's tags are its own and its superclasses', though these are not registered")
    func classTags() throws {
        let driver = driver
        let table: testkit_tags = try #require(find(TESTKIT_EXTENSION_TAGS, of: driver))
        #expect(table.struct_size == 40)
        let tags = (0..<3 as Range<UInt32>).map { index in
            (0..<table.class_tag_count(driver.bundle, index)).compactMap {
                table.class_tag(driver.bundle, index, $0).map { String(cString: $0) }
            }
        }
        #expect(tags == [["hidden", "network"], ["flaky", "hidden", "network"], []])
        #expect(table.class_tag(driver.bundle, 0, 2) == nil && table.class_tag_count(driver.bundle, 9) == 0)
    }

    @Test("a case's tags are what its class and every superclass say of it")
    func caseTags() throws {
        let driver = driver
        let table: testkit_tags = try #require(find(TESTKIT_EXTENSION_TAGS, of: driver))
        func tags(_ type: UInt32, _ owner: UInt32, _ index: UInt32) -> [String] {
            (0..<table.case_tag_count(driver.bundle, type, owner, index)).compactMap {
                table.case_tag(driver.bundle, type, owner, index, $0).map { String(cString: $0) }
            }
        }
        #expect(tags(0, 0, 0) == [] && tags(0, 0, 1) == ["slow"])
        #expect(tags(1, 0, 1) == ["night", "slow"] && tags(1, 1, 0) == ["night"] && tags(2, 2, 0) == [])
    }

    @Test("the limit of the nearest class that states one counts")
    func limits() throws {
        let driver = driver
        let table: testkit_limits = try #require(find(TESTKIT_EXTENSION_LIMITS, of: driver))
        func ofClass(_ index: UInt32) -> Double? {
            var seconds = -7.0
            return table.class_limit(driver.bundle, index, &seconds) == 1 ? seconds : nil
        }
        func ofCase(_ type: UInt32, _ owner: UInt32, _ index: UInt32) -> Double? {
            var seconds = -7.0
            return table.case_limit(driver.bundle, type, owner, index, &seconds) == 1 ? seconds : nil
        }
        #expect([0, 1, 2].map(ofClass) == [5, 5, nil])
        #expect(ofCase(0, 0, 0) == nil && ofCase(0, 0, 1) == 0.5 && ofCase(1, 0, 1) == 0.5 && ofCase(1, 1, 0) == 9)
    }

    @Test("a class's resources are its own and its superclasses', each once")
    func resources() throws {
        let driver = driver
        let table: testkit_resources = try #require(find(TESTKIT_EXTENSION_RESOURCES, of: driver))
        #expect(table.struct_size == 24)
        let names = (0..<3 as Range<UInt32>).map { index in
            (0..<table.class_resource_count(driver.bundle, index)).compactMap {
                table.class_resource(driver.bundle, index, $0).map { String(cString: $0) }
            }
        }
        #expect(names == [["database"], ["database", "port"], []])
        #expect(table.class_resource(driver.bundle, 0, 1) == nil && table.class_resource_count(driver.bundle, 9) == 0)
    }

    @Test("the ending of a case is the nearest class's that declares one")
    func endings() throws {
        let driver = driver
        let table: testkit_endings = try #require(find(TESTKIT_EXTENSION_ENDINGS, of: driver))
        func ending(_ type: UInt32, _ owner: UInt32, _ index: UInt32) -> [Int32] {
            var value: Int32 = -7
            return [Int32(table.case_ending(driver.bundle, type, owner, index, &value)), value]
        }
        #expect(ending(0, 0, 0) == [1, 6] && ending(0, 0, 1) == [0, -7])
        #expect(ending(1, 0, 0) == [1, 6] && ending(1, 0, 1) == [2, 3] && ending(1, 1, 0) == [3, 0])
        #expect(ending(2, 2, 0) == [0, -7] && ending(9, 0, 0) == [0, -7])
    }

    @Test("rule 71: a name for people is the nearest class's, and a class's own speaks for no heir; links add up")
    func descriptions() throws {
        let driver = driver
        let table: testkit_descriptions = try #require(find(TESTKIT_EXTENSION_DESCRIPTIONS, of: driver))
        #expect(table.struct_size == 40)
        func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }
        func title(_ type: UInt32, _ owner: UInt32, _ index: UInt32) -> String? {
            text(table.case_title(driver.bundle, type, owner, index))
        }
        func links(_ type: UInt32, _ owner: UInt32, _ index: UInt32) -> [String?] {
            (0..<table.case_link_count(driver.bundle, type, owner, index)).map {
                text(table.case_link(driver.bundle, type, owner, index, $0))
            }
        }
        #expect(
            (0..<3 as Range<UInt32>).map { text(table.class_title(driver.bundle, $0)) } == ["what is tagged", nil, nil])
        #expect(title(0, 0, 0) == "A, as it is" && title(0, 0, 1) == "B")
        #expect(title(1, 0, 0) == "A, as it is" && title(1, 0, 1) == "B of the heir" && title(1, 1, 0) == nil)
        #expect(title(2, 2, 0) == nil && title(9, 0, 0) == nil)
        #expect(links(0, 0, 0) == ["https://example.org/1 a bug"] && links(2, 2, 0) == [])
        #expect(links(1, 0, 0) == ["#2", "https://example.org/1 a bug"] && links(1, 1, 0) == links(1, 0, 0))
    }

    @Test("a bundle whose classes state nothing has no such extension, and none that it does not know")
    func nothingStated() {
        let driver = Script.driver(ScriptedTests.record)
        for name in [
            TESTKIT_EXTENSION_TAGS, TESTKIT_EXTENSION_LIMITS, TESTKIT_EXTENSION_RESOURCES, TESTKIT_EXTENSION_ENDINGS,
            TESTKIT_EXTENSION_DESCRIPTIONS, "testkit.tags/2", "",
        ] {
            #expect(driver.bundle.pointee.get_extension(driver.bundle, name) == nil)
        }
    }
}
