// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// An attached file as the page shows it: a link, and what is in it where that is a small picture or text.
///
/// The page loads nothing, so what it shows of a file is in it. A picture of whatever format cannot run anything
/// (`img` with `data:`), and a text is only ever a text node.
struct AttachmentView {
    /// The kind of a file, by the end of its name.
    private enum Kind {
        /// A picture of a media type.
        case image(String)
        /// A text.
        case text
    }

    /// The largest picture that is shown, in bytes.
    private static let imageLimit = 1 << 19
    /// The largest text.
    private static let textLimit = 1 << 15
    /// The most bytes of all files of a page together.
    private static let pageLimit: UInt64 = 1 << 25

    /// The ends of names, and what they say.
    private static let kinds: [String: Kind] = [
        "png": .image("png"), "jpg": .image("jpeg"), "jpeg": .image("jpeg"), "gif": .image("gif"),
        "webp": .image("webp"), "svg": .image("svg+xml"), "txt": .text, "log": .text, "json": .text, "xml": .text,
        "csv": .text, "md": .text,
        "html": .text, "yaml": .text, "yml": .text, "diff": .text, "swift": .text,
    ]

    /// The directory of the report, an absolute path; links are absolute where it is not known.
    let directory: String?
    /// The number of bytes that are shown so far.
    private var shown: UInt64 = 0

    /// Prepares the files of a page.
    init(directory: String?) { self.directory = directory }

    /// The link to a file: from the report's directory, so that both can be moved together.
    func link(to path: String) -> String {
        let target = path.split(separator: "/")
        guard let directory else { return "file:///" + Self.escaped(target) }
        let start = directory.split(separator: "/")
        let common = zip(start, target).prefix { $0 == $1 }.count
        let up = String(repeating: "../", count: start.count - common)
        return "./" + up + Self.escaped(target[common...])
    }

    /// The parts of a path as a link has them: nothing in a name is a scheme, a query or a fragment.
    private static func escaped(_ parts: some Sequence<Substring>) -> String {
        parts.map { part in
            part.utf8.map { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    String(UnicodeScalar(byte))
                default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
            }.joined()
        }.joined(separator: "/")
    }

    /// The part of a file that the page shows: "image" and a `data:` address, "text" and the text, or nothing.
    mutating func content(of file: AttachedFile) -> (kind: String, content: String)? {
        let end = file.path.lastIndex(of: ".").map { file.path[file.path.index(after: $0)...].lowercased() } ?? ""
        guard let kind = Self.kinds[end] else { return nil }
        let limit =
            switch kind {
            case .image: Self.imageLimit
            case .text: Self.textLimit
            }
        guard file.size <= limit, shown + file.size <= Self.pageLimit,
            let bytes = try? InputFile(path: file.path).readAll(limit: limit)
        else { return nil }
        shown += UInt64(bytes.count)
        switch kind {
        case .image(let type): return ("image", "data:image/\(type);base64,\(Base64.text(bytes))")
        case .text: return ("text", String(decoding: bytes, as: UTF8.self))
        }
    }
}
