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

    /// The traits of a class; nil if it has none.
    private func traits(_ driver: FakeHost.Driver, ofClass index: UInt32) -> testkit_class_traits? {
        driver.bundle.pointee.class_traits?(driver.bundle, index)?.pointee
    }

    /// The traits of a case of a class; nil if it has none.
    private func traits(
        _ driver: FakeHost.Driver, _ type: UInt32, _ owner: UInt32, _ index: UInt32
    ) -> testkit_case_traits? {
        driver.bundle.pointee.case_traits?(driver.bundle, type, owner, index)?.pointee
    }

    /// A C string as a text.
    private func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }

    /// Some C strings as texts.
    private func texts(_ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32?) -> [String?] {
        (0..<Int(count ?? 0)).map { text(texts?[$0]) }
    }

    @Test("a class's tags and resources are its own and its superclasses', though these are not registered")
    func ofClasses() throws {
        let driver = driver
        let traits = (0..<3 as Range<UInt32>).map { self.traits(driver, ofClass: $0) }
        #expect(traits.map { $0?.struct_size } == [64, 64, nil])
        #expect(
            traits.map { texts($0?.tags, $0?.tag_count) } == [
                ["hidden", "network"], ["flaky", "hidden", "network"], [],
            ])
        #expect(traits.map { texts($0?.resources, $0?.resource_count) } == [["database"], ["database", "port"], []])
        #expect(traits.map { $0?.time_limit?.pointee } == [5, 5, nil])
        #expect(traits.map { text($0?.title) } == ["what is tagged", nil, nil])
        #expect(self.traits(driver, ofClass: 9) == nil)
    }

    @Test("a case's tags are what its class and every superclass say of it")
    func caseTags() throws {
        let driver = driver
        func tags(_ type: UInt32, _ owner: UInt32, _ index: UInt32) -> [String?] {
            let traits = traits(driver, type, owner, index)
            return texts(traits?.tags, traits?.tag_count)
        }
        #expect(tags(0, 0, 0) == [] && tags(0, 0, 1) == ["slow"])
        #expect(tags(1, 0, 1) == ["night", "slow"] && tags(1, 1, 0) == ["night"] && tags(2, 2, 0) == [])
    }

    @Test("the limit of the nearest class that states one counts")
    func limits() throws {
        let driver = driver
        func ofCase(_ type: UInt32, _ owner: UInt32, _ index: UInt32) -> Double? {
            traits(driver, type, owner, index)?.time_limit?.pointee
        }
        #expect(ofCase(0, 0, 0) == nil && ofCase(0, 0, 1) == 0.5 && ofCase(1, 0, 1) == 0.5 && ofCase(1, 1, 0) == 9)
    }

    @Test("the ending of a case is the nearest class's that declares one")
    func endings() throws {
        let driver = driver
        func ending(_ type: UInt32, _ owner: UInt32, _ index: UInt32) -> [Int32]? {
            traits(driver, type, owner, index).map { [Int32($0.ending), $0.ending_value] }
        }
        #expect(ending(0, 0, 0) == [1, 6] && ending(0, 0, 1) == [0, 0])
        #expect(ending(1, 0, 0) == [1, 6] && ending(1, 0, 1) == [2, 3] && ending(1, 1, 0) == [3, 0])
        #expect(ending(2, 2, 0) == nil && ending(9, 0, 0) == nil && ending(0, 0, 9) == nil)
    }

    @Test("rule 71: a name for people is the nearest class's, and a class's own speaks for no heir; links add up")
    func descriptions() throws {
        let driver = driver
        func title(_ type: UInt32, _ owner: UInt32, _ index: UInt32) -> String? {
            text(traits(driver, type, owner, index)?.title)
        }
        func links(_ type: UInt32, _ owner: UInt32, _ index: UInt32) -> [String?] {
            let traits = traits(driver, type, owner, index)
            return texts(traits?.links, traits?.link_count)
        }
        #expect(title(0, 0, 0) == "A, as it is" && title(0, 0, 1) == "B")
        #expect(title(1, 0, 0) == "A, as it is" && title(1, 0, 1) == "B of the heir" && title(1, 1, 0) == nil)
        #expect(title(2, 2, 0) == nil)
        #expect(links(0, 0, 0) == ["https://example.org/1 a bug"] && links(2, 2, 0) == [])
        #expect(links(1, 0, 0) == ["#2", "https://example.org/1 a bug"] && links(1, 1, 0) == links(1, 0, 0))
    }

    @Test("a bundle whose classes state nothing need not be asked")
    func nothingStated() {
        let driver = Script.driver(ScriptedTests.record)
        #expect(driver.bundle.pointee.class_traits == nil && driver.bundle.pointee.case_traits == nil)
    }
}
