// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The target of a report, as the command line states it.
public enum ReportTarget: Equatable, CustomStringConvertible, Sendable {
    /// A descriptor that the host inherited; 1 is standard output.
    case descriptor(Int32)
    /// A file.
    case file(String)

    /// Whether two reports would overwrite each other: their names mean the same file.
    public func isSamePlace(as other: ReportTarget) -> Bool {
        if self == other { return true }
        guard case .file(let path) = self, case .file(let otherPath) = other, let place = Self.place(path) else {
            return false
        }
        return place == Self.place(otherPath)
    }

    /// The one name of a file that is there or can be made; nil for a device or a pipe, and where there is no directory.
    private static func place(_ path: String) -> String? {
        if let information = stat(path: path) {
            return information.kind == S_IFREG ? FilePath.real(path) : nil
        }
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { String(path[...$0]) } ?? "."
        return FilePath.real(directory).map {
            "\($0)/\(path[(slash.map { path.index(after: $0) } ?? path.startIndex)...])"
        }
    }

    /// The directory of a file, as an absolute path; nil for anything else.
    public var directory: String? {
        guard case .file(let path) = self else { return nil }
        return FilePath.real(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    }

    /// As a user may write it.
    public var description: String {
        switch self {
        case .descriptor(1): "-"
        case .descriptor(let number): "fd:\(number)"
        case .file(let path): path
        }
    }
}
