// SPDX-License-Identifier: MIT

/// Something that reads what comes from outside, and what to begin with.
struct FuzzTarget: Sendable, CustomStringConvertible {
    /// Its name, and that of its directory in the corpus.
    let name: String
    /// Inputs that are well formed, or nearly.
    let seeds: [[UInt8]]
    /// The tokens of its inputs, which are inserted or replace other bytes.
    let tokens: [String]
    /// Reads an input.
    ///
    /// A crash and a wait are findings whatever it does; what it throws is one that it has found itself.
    let run: @Sendable ([UInt8]) throws -> Void

    /// As the tests' report has it.
    var description: String { name }

    /// Something that is not as it must be, though nothing crashed.
    struct Finding: Error, CustomStringConvertible {
        /// In words.
        let description: String
    }

    /// All of them.
    static let all: [FuzzTarget] = [
        .elf, .configuration, .commandLine, .tags, .pattern, .events, .record, .json, .propertyList, .table, .frames,
        .listing, .crashReport, .trace, .order, .archive,
    ]
}
