// SPDX-License-Identifier: MIT

import FoundationEssentials

/// The toolchain's parser, loaded when it is first needed.
///
/// A run has one: SourceKit must not be initialized twice in a process.
final class LazySourceKit {
    /// The path of the library.
    let library: String
    /// The parser; nil until it is loaded.
    private var kit: SourceKit?

    /// Finds the library that the options ask for, without loading it.
    init(_ options: Options) throws(RegistrarError) {
        library = try SourceKitLocator.locate(options, searchPath: ProcessInfo.processInfo.environment["PATH"])
    }

    /// Returns the parser.
    func load() throws(RegistrarError) -> SourceKit {
        if let kit { return kit }
        let loaded = try SourceKit(path: library)
        kit = loaded
        return loaded
    }
}
