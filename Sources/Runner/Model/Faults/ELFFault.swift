// SPDX-License-Identifier: MIT

import RunnerSupport

/// The reason why a file is no library that this host could load, found without loading it.
public enum ELFFault: Error, Equatable, CustomStringConvertible {
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
    /// The dynamic segment says nothing of the strings that names are in.
    case noStringTable
    /// It needs more libraries than the limit allows.
    case tooManyLibraries(Int, limit: Int)
    /// Its program headers are too short.
    case shortProgramHeader(UInt64)
    /// An address that it states is in no segment.
    case strayAddress(UInt64)
    /// It states more dynamic symbols than the file has room for.
    case tooManySymbols(UInt64, room: UInt64)
    /// A symbol that must be a function is data.
    case notAFunction(String)
    /// A name, at a place, has no end within the strings.
    case endlessName(at: UInt64)
    /// The names of its symbols take more bytes than the file has.
    case overlappingNames

    /// In words, lowercase.
    public var description: String {
        switch self {
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .notAFile: "not a regular file"
        case .empty: "the file is empty"
        case .notELF(let bytes):
            "not an ELF file: it starts with \(bytes.map(\.hexadecimal).joined(separator: " "))"
        case .unfit(let field, let expected, let got): "\(field): expected \(expected), got \(got)"
        case .truncated(let what, let end, let size): "truncated: \(what) ends at byte \(end), the file has \(size)"
        case .noStringTable: "malformed: the dynamic segment names no string table"
        case .tooManyLibraries(let count, let limit): "malformed: it needs \(count) libraries; the limit is \(limit)"
        case .shortProgramHeader(let size): "malformed: program header: expected at least 56 bytes, got \(size)"
        case .strayAddress(let address): "malformed: address 0x\(address.hexadecimal) is in no segment"
        case .tooManySymbols(let count, let room):
            "malformed: it states \(count) dynamic symbols; the file has room for \(room)"
        case .notAFunction(let name): "malformed: \(name): expected a function, got data"
        case .endlessName(let place): "malformed: a name at \(place) does not end in the string table"
        case .overlappingNames: "malformed: the names of its symbols overlap"
        }
    }
}
