// SPDX-License-Identifier: MIT

import RunnerSupport

/// Reading a manifest of unknown origin.
extension ArchiveManifest {
    /// Reads a manifest.
    init(_ bytes: [UInt8]) throws(FormatFault) {
        let root: JSONValue
        do throws(JSONText.Fault) { root = try JSONValue(parsing: bytes) } catch {
            throw FormatFault(reason: "\(Self.path), byte \(error.offset): \(error.reason)")
        }
        guard root.text("format") == Self.format else {
            throw FormatFault(reason: "\(Self.path): the member format is not \(Self.format)")
        }
        let version = root["version"]?.number
        guard version == String(Self.version) else {
            let words =
                "the archive has version \(version?.prefix(20) ?? "none"), and this runner reads \(Self.version)"
            throw FormatFault(reason: "\(words): pack it with this runner, or run it with the one that packed it")
        }
        guard let machine = root.text("machine") else { throw FormatFault(reason: "\(Self.path): it names no machine") }
        self.machine = machine
        searched = try Self.directories(root, "searched")
        configured = try Self.directories(root, "configured")
        var seen: Set<String> = [Self.path]
        for element in root["files"]?.elements ?? [] {
            let file = try Self.file(element)
            guard seen.insert(file.path).inserted else {
                throw FormatFault(reason: "\(Self.path): '\(file.path)' is in it twice")
            }
            files.append(file)
        }
        let adapters = Set(files.filter { $0.role == .adapter }.map(\.path))
        for file in files {
            guard let adapter = file.adapter, !adapters.contains(adapter) else { continue }
            throw FormatFault(
                reason: "\(Self.path): '\(adapter)', which is to open '\(file.path)', is not an adapter in it")
        }
    }

    /// A file of the list.
    private static func file(_ element: JSONValue) throws(FormatFault) -> File {
        guard let path = element.text("path") else { throw FormatFault(reason: "\(Self.path): a file has no path") }
        try check(path)
        guard let role = element.text("role").flatMap(Role.init) else {
            let words = Role.allCases.map(\.rawValue).joined(separator: ", ")
            throw FormatFault(reason: "\(Self.path): the role of '\(path)' is none of \(words)")
        }
        return File(
            path: path, role: role, name: element.text("name"), content: element.text("content"),
            adapter: element.text("adapter"))
    }

    /// A list of directories in the archive.
    private static func directories(_ root: JSONValue, _ name: StaticString) throws(FormatFault) -> [String] {
        let paths = root.texts(name)
        for path in paths {
            try check(path)
            // It would be two directories in the variable.
            if path.utf8.contains(UInt8(ascii: ":")) {
                throw FormatFault(reason: "\(Self.path): '\(path)' has a colon")
            }
        }
        return paths
    }

    /// Refuses a path that leads elsewhere, or is not written as the archive's are.
    private static func check(_ path: String) throws(FormatFault) {
        guard let names = TarEntry.components(of: path), names.joined(separator: "/") == path else {
            throw FormatFault(reason: "\(Self.path): '\(path)' is not a path within the archive")
        }
    }
}
