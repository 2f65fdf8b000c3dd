// SPDX-License-Identifier: MIT

import RunnerSupport

/// The identity of a class or a case for the tools of another framework: the event stream names it so.
public struct ForeignIdentity: Equatable, Sendable {
    /// The identity there.
    public var text: String
    /// The source file as the compiler names it, "Module/File.swift"; "" if that is not known.
    public var fileID = ""
    /// The line of the declaration; 0 if unknown.
    public var line: UInt32 = 0
    /// The column of the declaration; 0 if that is not known.
    public var column: UInt32 = 0
    /// The details that few have.
    private var details: Details?

    /// Properties that few classes and cases have, kept apart so that the others take no memory for them.
    private final class Details: Equatable, Sendable {
        /// The comments before the declaration.
        let comments: [String]
        /// The names of the parameters.
        let parameters: [String]

        /// Makes one from its parts.
        init(_ comments: [String], _ parameters: [String]) { (self.comments, self.parameters) = (comments, parameters) }

        static func == (first: Details, second: Details) -> Bool {
            first.comments == second.comments && first.parameters == second.parameters
        }
    }

    /// Makes one from its parts.
    public init(
        text: String, fileID: String = "", line: UInt32 = 0, column: UInt32 = 0, comments: [String] = [],
        parameters: [String] = []
    ) {
        self.text = text
        self.fileID = fileID
        self.line = line
        self.column = column
        if !comments.isEmpty || !parameters.isEmpty { details = Details(comments, parameters) }
    }

    /// The comments before the declaration, which the framework repeats when it has failed.
    public var comments: [String] { details?.comments ?? [] }
    /// The names that a case's parameters have in its body, "_" for none; none where they are the labels in its name.
    public var parameters: [String] { details?.parameters ?? [] }

    /// Passes all of it.
    mutating func pass(_ coder: inout CompactCoder) {
        var (comments, parameters) = (comments, parameters)
        coder.pass(&text)
        coder.pass(&fileID)
        coder.pass(&line)
        coder.pass(&column)
        coder.pass(&comments)
        coder.pass(&parameters)
        if coder.isReading, !comments.isEmpty || !parameters.isEmpty { details = Details(comments, parameters) }
    }
}
