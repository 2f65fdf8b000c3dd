// SPDX-License-Identifier: MIT

import BundleABI
import Testing

/// The layout that docs/ABI.md publishes, as Swift sees it through the imported header.
struct LayoutTests {
    @Test("sizes")
    func sizes() {
        #expect(MemoryLayout<testkit_class>.size == 48)
        #expect(MemoryLayout<testkit_case>.size == 32)
        #expect(MemoryLayout<testkit_issue>.size == 56)
        #expect(MemoryLayout<testkit_host>.size == 88)
        #expect(MemoryLayout<testkit_bundle>.size == 112)
    }

    @Test("extensions")
    func extensions() {
        #expect(MemoryLayout<testkit_class_info>.size == 32)
        #expect(MemoryLayout<testkit_class_info>.offset(of: \.is_focused) == 29)
        #expect(MemoryLayout<testkit_registry>.size == 32)
        #expect(MemoryLayout<testkit_worker>.size == 16)
        #expect(MemoryLayout<testkit_attachments>.size == 24)
        #expect(MemoryLayout<testkit_attachments>.offset(of: \.attach_file) == 16)
        #expect(MemoryLayout<testkit_notes>.size == 16)
        #expect(MemoryLayout<testkit_notes>.offset(of: \.note) == 8)
        #expect(MemoryLayout<testkit_records>.size == 24)
        #expect(MemoryLayout<testkit_records>.offset(of: \.report_skip) == 16)
        #expect(MemoryLayout<testkit_tags>.size == 40)
        #expect(MemoryLayout<testkit_tags>.offset(of: \.case_tag) == 32)
        #expect(MemoryLayout<testkit_limits>.size == 24)
        #expect(MemoryLayout<testkit_limits>.offset(of: \.case_limit) == 16)
        #expect(MemoryLayout<testkit_resources>.size == 24)
        #expect(MemoryLayout<testkit_resources>.offset(of: \.class_resource) == 16)
        #expect(MemoryLayout<testkit_endings>.size == 16)
        #expect(MemoryLayout<testkit_endings>.offset(of: \.case_ending) == 8)
        #expect(MemoryLayout<testkit_division>.size == 16)
        #expect(MemoryLayout<testkit_division>.offset(of: \.is_divisible) == 8)
        #expect(MemoryLayout<testkit_overloads>.size == 16)
        #expect(MemoryLayout<testkit_overloads>.offset(of: \.case_parameters) == 8)
        #expect(MemoryLayout<testkit_warning>.size == 32)
        #expect(MemoryLayout<testkit_warning>.offset(of: \.message) == 24)
        #expect(MemoryLayout<testkit_warnings>.size == 24)
        #expect(MemoryLayout<testkit_warnings>.offset(of: \.get_warning) == 16)
        #expect(MemoryLayout<testkit_descriptions>.size == 40)
        #expect(MemoryLayout<testkit_descriptions>.offset(of: \.case_link) == 32)
        #expect(MemoryLayout<testkit_libraries>.size == 16)
        #expect(MemoryLayout<testkit_libraries>.offset(of: \.class_library) == 8)
        #expect(MemoryLayout<testkit_preparation>.size == 16)
        #expect(MemoryLayout<testkit_preparation>.offset(of: \.prepare) == 8)
    }

    @Test("headers start alike")
    func headersStartAlike() {
        #expect(MemoryLayout<testkit_bundle>.offset(of: \.abi_major) == 8)
        #expect(MemoryLayout<testkit_host>.offset(of: \.abi_major) == 8)
        #expect(MemoryLayout<testkit_bundle>.offset(of: \.connect) == 24)
        #expect(MemoryLayout<testkit_bundle>.offset(of: \.get_extension) == 104)
        #expect(MemoryLayout<testkit_host>.offset(of: \.report_issue) == 32)
    }

    @Test("magic spells its name")
    func magicSpellsItsName() {
        let bytes = withUnsafeBytes(of: TESTKIT_MAGIC.littleEndian) { Array($0) }
        #expect(bytes == Array("TKB1".utf8))
    }
}
