// SPDX-License-Identifier: MIT

/// How the tools of another framework know a class or a case: the event stream names it so.
struct ForeignIdentity: Equatable, Sendable {
    /// The identity there.
    var text: String
    /// The source file as the compiler names it, "Module/File.swift"; "" if that is not known.
    var fileID = ""
    /// Where it is declared; 0 if that is not known.
    var line: UInt32 = 0
    /// The column of the declaration; 0 if that is not known.
    var column: UInt32 = 0
}
