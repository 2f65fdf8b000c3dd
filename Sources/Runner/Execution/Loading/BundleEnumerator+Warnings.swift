// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

extension BundleEnumerator {
    /// Writes the notes about the bundle and the warnings of its build, after everything else.
    ///
    /// A warning without a message is left out: it is no reason to refuse a bundle.
    func writeWarnings(to coder: inout CompactCoder) {
        var warnings = notes
        for index in 0..<(BuildWarning.limit - UInt32(notes.count)) {
            guard let address = bundle.pointee.build_warning?(bundle, index) else { break }
            guard let entry = try? SizedStruct.read(address), let message = Self.text(entry.message) else { continue }
            let kind = BuildWarning.Kind(rawValue: entry.kind) ?? .other
            warnings.append(
                BuildWarning(
                    bundle: "", kind: kind, testCount: kind == .other ? 0 : Int(entry.test_count),
                    file: Self.text(entry.file) ?? "", line: Int(entry.line), message: message))
        }
        BuildWarning.pass(&warnings, of: "", &coder)
    }

    /// A text; nil if it is none.
    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        (try? ValidatedName(text)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}
