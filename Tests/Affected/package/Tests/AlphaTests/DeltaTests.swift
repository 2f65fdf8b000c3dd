// SPDX-License-Identifier: MIT

import CBeta
import Delta
import Foundation
import XCTest

private let globalOfTests = [1, 2].count

private struct Wrapping {
    @Clamped var value = 50
}

@Words private func sentence() -> String {
    "one"
    "two"
}

final class DeltaTests: XCTestCase {
    static let shared = "shared".count

    func testDefaulted() { XCTAssertEqual(defaulted(), 5) }
    func testFarInlined() { XCTAssertEqual(farInlined(), 2) }
    func testFrozen() { XCTAssertEqual(MemoryLayout<Frozen>.size, 8) }
    func testFrozenValue() { XCTAssertEqual(Frozen().second, 2) }
    func testDoubled() { XCTAssertEqual(Square().doubled(), 8) }
    func testWrapper() { XCTAssertEqual(Wrapping().value, 10) }
    func testBuilder() { XCTAssertEqual(sentence(), "one two") }
    func testLabels() { XCTAssertEqual(Mirror(reflecting: labelled()).children.first?.label, "first") }
    func testOutside() { XCTAssertEqual(outside(), 3) }
    func testFarLimit() { XCTAssertEqual(farLimit, 20) }
    func testFarList() { XCTAssertEqual(Far.list.last, 3) }
    func testBag() { XCTAssertEqual(Bag<Int>().words(), "bag of Int") }
    func testLooked() { XCTAssertEqual(Looked().anything, "anything!") }
    func testPayload() { XCTAssertEqual("\(Payload.number(1))", "number(1)") }
    func testHashed() { XCTAssertNotEqual(Hashed(1, 1), Hashed(1, 2)) }
    func testHashedSet() { XCTAssertEqual(Set([Hashed(1, 1), Hashed(1, 2)]).count, 2) }
    func testOperator() { XCTAssertEqual(9 <+> 3 <+> 2, 4) }
    func testAlias() { XCTAssertEqual(numberSize(), 4) }
    func testAliasHere() { XCTAssertEqual(MemoryLayout<Number>.size, 4) }
    func testAssociated() { XCTAssertEqual(Holder.itemName, "Int") }
    func testOwnName() { XCTAssertEqual(ownName(), "ownName()") }
    func testLiteral() { XCTAssertEqual((7 as Literal).value, 7) }
    func testInterpolation() { XCTAssertEqual("\(loud: 1)", "<1>") }
    func testLazy() { XCTAssertEqual(Lazily().made, 6) }
    func testAmbient() { XCTAssertEqual(Ambient.level, 1) }
    func testDeferred() { XCTAssertEqual(deferred(), [2, 1]) }
    func testKind() { XCTAssertEqual(kind(of: Derived.self), "base") }
    func testCast() { XCTAssertEqual(cast("text"), 2) }
    func testNested() { XCTAssertEqual(nested(), 8) }
    func testGlobal() { XCTAssertEqual(globalOfTests, 2) }
    func testStatic() { XCTAssertEqual(Self.shared, 6) }
    func testTypeName() { XCTAssertEqual("\(type(of: Square()))", "Square") }
    func testResource() throws {
        let url = try XCTUnwrap(Bundle.module.url(forResource: "words", withExtension: "txt"))
        XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), "words\n")
    }
    func testCInline() { XCTAssertEqual(beta_inlined(2), 4) }
    func testCEnumeration() { XCTAssertEqual(BETA_SECOND.rawValue, 1) }
    func testCStructure() { XCTAssertEqual(MemoryLayout<beta_pair>.size, 8) }
    func testCMode() { XCTAssertEqual(beta_mode(), 1) }
    func testCWeak() { XCTAssertEqual(beta_weak(), 1) }
}
