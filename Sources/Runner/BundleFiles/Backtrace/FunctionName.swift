// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// The names of functions as people write them.
public enum FunctionName {
    /// The function's name for a linker's name, without modules and types; the linker's name if it is unknown.
    ///
    /// Of an image that means harm, this may end the process.
    public static func readable(_ symbol: String) -> String {
        guard let name = symbol_name(symbol) else { return symbol }
        defer { free(name) }
        return String(cString: name)
    }

    /// "`Parser.scan()` at Parser.swift:42".
    public static func words(_ symbol: String, _ source: SourceLines?) -> String {
        "`\(readable(symbol))`" + (source.map { " at \(FilePath.name(of: $0.file)):\($0.first)" } ?? "")
    }
}
