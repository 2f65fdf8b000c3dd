// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// A data file's bytes, and where in them a parser found a fault.
struct DataFile {
    /// Where it is.
    let url: URL
    /// The content.
    let data: Data

    /// Reads a file.
    init(_ url: URL) throws {
        self.url = url
        do {
            data = try Data(contentsOf: url)
        } catch {
            let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] ?? error
            throw ExampleError("cannot be read: \(Self.words(of: reason))", at: ExampleOrigin(file: url.path))
        }
    }

    /// The place of the file itself.
    var origin: ExampleOrigin { ExampleOrigin(file: url.path) }

    /// Returns the error for malformed data, with the position that Foundation's parser names.
    func fault(_ kind: String, _ error: any Error) -> ExampleError {
        let details = (error as NSError).userInfo["NSDebugDescription"] as? String ?? Self.words(of: error)
        return ExampleError("not \(kind): \(details)", at: place(in: details))
    }

    /// The position that a message names: "around character 19", "on line 3", the end of the file; else the file.
    private func place(in message: String) -> ExampleOrigin {
        if let match = message.firstMatch(of: /character (\d+)/), let offset = Int(match.1) { return place(at: offset) }
        if let match = message.firstMatch(of: /line (\d+)/), let line = UInt32(match.1) {
            return ExampleOrigin(file: url.path, line: line)
        }
        return message.contains("end of file") ? place(at: data.count) : ExampleOrigin(file: url.path, line: 1)
    }

    /// The line and column of a byte.
    private func place(at offset: Int) -> ExampleOrigin {
        let before = data.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = String(decoding: before.reversed().prefix { $0 != UInt8(ascii: "\n") }.reversed(), as: UTF8.self)
            .count
        return ExampleOrigin(file: url.path, line: UInt32(clamping: line), column: UInt32(clamping: column + 1))
    }

    /// An error in words: a POSIX error by the system's text.
    private static func words(of error: Any) -> String {
        guard let error = error as? NSError else { return "\(error)" }
        return error.domain == NSPOSIXErrorDomain
            ? String(cString: strerror(Int32(error.code))) : error.localizedDescription
    }
}
