// SPDX-License-Identifier: MIT

extension [String] {
    /// All of them in one, with something between each two.
    ///
    /// Takes the place of the standard library's, for which the runtime makes generic types first, as long as thirty cases
    /// take.
    func joined(separator: String = "") -> String {
        var result = ""
        for (index, text) in enumerated() {
            if index > 0 { result += separator }
            result += text
        }
        return result
    }
}
