// SPDX-License-Identifier: MIT

import Foundation

/// Swift's names of symbols.
enum Demangling {
    /// A symbol in Swift's words; nil if it is none of Swift's.
    static func name(of symbol: String) -> String? {
        guard let text = demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}

/// The runtime's demangler.
@_silgen_name("swift_demangle")
private func demangle(
    _ symbol: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
