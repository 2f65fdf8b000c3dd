// SPDX-License-Identifier: MIT

/// How the tools of another framework know a class or a case: the event stream names it so.
package struct ForeignIdentity: Equatable, Sendable {
    /// The identity there.
    package var text: String
    /// The source file as the compiler names it, "Module/File.swift"; "" if that is not known.
    package var fileID = ""
    /// Where it is declared; 0 if that is not known.
    package var line: UInt32 = 0
    /// The column of the declaration; 0 if that is not known.
    package var column: UInt32 = 0

    /// Makes one from its parts.
    package init(text: String, fileID: String = "", line: UInt32 = 0, column: UInt32 = 0) {
        self.text = text
        self.fileID = fileID
        self.line = line
        self.column = column
    }
}
