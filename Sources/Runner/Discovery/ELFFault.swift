// SPDX-License-Identifier: MIT

/// Why a file is no library that this host could load, found without loading it.
enum ELFFault: Error, Equatable, CustomStringConvertible {
    /// The system would not let it be read.
    case unreadable(String)
    /// It is no regular file: a directory, a pipe, a device.
    case notAFile
    /// It has no bytes.
    case empty
    /// It starts with something else.
    case notELF(firstBytes: [UInt8])
    /// A field of its header has a value that does not fit here.
    case unfit(field: String, expected: String, got: String)
    /// Something that the header points to is beyond its end.
    case truncated(what: String, end: UInt64, size: UInt64)
    /// A table makes no sense.
    case malformed(String)

    /// In words, lowercase.
    var description: String {
        switch self {
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .notAFile: "not a regular file"
        case .empty: "the file is empty"
        case .notELF(let bytes):
            "not an ELF file: it starts with \(bytes.map(\.hexadecimal).joined(separator: " "))"
        case .unfit(let field, let expected, let got): "\(field): expected \(expected), got \(got)"
        case .truncated(let what, let end, let size): "truncated: \(what) ends at byte \(end), the file has \(size)"
        case .malformed(let reason): "malformed: \(reason)"
        }
    }
}
