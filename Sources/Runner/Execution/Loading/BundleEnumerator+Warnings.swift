// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

extension BundleEnumerator {
    /// Writes what was noted of the bundle and the warnings of its build, behind everything else.
    ///
    /// One without a message is left out: a warning is no reason to refuse a bundle.
    func writeWarnings(to listing: inout ByteWriter) throws(LoadFault) {
        let start = listing.count
        listing.append(UInt32(0))
        let table: UnsafePointer<testkit_warnings>?
        do throws(DescriptorFault) {
            table = try TraitReader.table(TESTKIT_EXTENSION_WARNINGS, of: bundle)
        } catch { throw malformed(error) }
        var written: UInt32 = 0
        for warning in notes {
            warning.write(to: &listing)
            written += 1
        }
        guard let table else { return listing.overwrite(at: start, with: written) }
        guard let count = table.pointee.warning_count, let warning = table.pointee.get_warning else {
            throw malformed(.at(TESTKIT_EXTENSION_WARNINGS, .missingFunctions("warning_count and get_warning")))
        }
        for index in 0..<min(count(bundle), BuildWarning.limit - written) {
            guard let entry = warning(bundle, index)?.pointee,
                entry.struct_size >= UInt32(MemoryLayout<testkit_warning>.size),
                let message = Self.text(entry.message)
            else { continue }
            let kind = BuildWarning.Kind(rawValue: entry.kind) ?? .other
            let own = BuildWarning(
                bundle: "", kind: kind, testCount: kind == .other ? 0 : Int(entry.test_count),
                file: Self.text(entry.file) ?? "", line: Int(entry.line), message: message)
            own.write(to: &listing)
            written += 1
        }
        listing.overwrite(at: start, with: written)
    }

    /// A text; nil if it is none.
    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        (try? ValidatedName(text)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}
