import BundleABI
import Testing

/// The layout that docs/ABI.md publishes, as Swift sees it through the imported header.
@Suite struct LayoutTests {
    @Test func sizes() {
        #expect(MemoryLayout<testkit_class>.size == 48)
        #expect(MemoryLayout<testkit_case>.size == 32)
        #expect(MemoryLayout<testkit_issue>.size == 48)
        #expect(MemoryLayout<testkit_host>.size == 88)
        #expect(MemoryLayout<testkit_bundle>.size == 112)
    }

    @Test func headersStartAlike() {
        #expect(MemoryLayout<testkit_bundle>.offset(of: \.abi_major) == 8)
        #expect(MemoryLayout<testkit_host>.offset(of: \.abi_major) == 8)
        #expect(MemoryLayout<testkit_bundle>.offset(of: \.connect) == 24)
        #expect(MemoryLayout<testkit_bundle>.offset(of: \.get_extension) == 104)
        #expect(MemoryLayout<testkit_host>.offset(of: \.report_issue) == 32)
    }

    @Test func magicSpellsItsName() {
        let bytes = withUnsafeBytes(of: TESTKIT_MAGIC.littleEndian) { Array($0) }
        #expect(bytes == Array("TKB1".utf8))
    }
}
