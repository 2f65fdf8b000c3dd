// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// Moves the copies of workers to where people find them: `DIR/bundle/Module.Class/case[example]/name`.
///
/// The host's side. It moves files and reads none, so it is quick whatever their size.
public struct AttachmentDirectory {
    /// The most files of one name in one directory.
    private static let numberLimit = 10_000

    /// Where they are kept.
    public let place: AttachmentPlace
    /// The number of files of a name in a directory, by the path of the first; at most for a thousand names.
    ///
    /// A case that attaches one name in a loop must not look at all numbers each time.
    private var numbers: [String: Int] = [:]

    /// Takes note of a directory, which is made when it is needed.
    public init(_ place: AttachmentPlace) { self.place = place }

    /// Moves a copy to a directory; parts and name may be any text, and a name that is taken gets a number.
    ///
    /// - Returns: Nil if that could not be done.
    mutating func keep(_ staged: StagedAttachment, in parts: [String]) -> AttachedFile? {
        var directory = place.root
        for part in parts {
            directory += "/" + FileName.safe(part, otherwise: "_")
            guard mkdir(directory, 0o777) == 0 || errno == EEXIST else { return nil }
        }
        let name = FileName.safe(staged.name, otherwise: "attachment")
        let source = place.path(ofStaged: staged.number)
        if numbers.count > 1000 { numbers = [:] }
        let first = numbers["\(directory)/\(name)", default: 0] + 1
        for number in first..<first + Self.numberLimit {
            let path = "\(directory)/\(FileName.numbered(name, number))"
            // A link, unlike a renaming, takes no other file's place.
            if link(source, path) == 0 {
                unlink(source)
                numbers["\(directory)/\(name)"] = number
                return AttachedFile(name: staged.name, path: path, size: staged.size)
            }
            // The worker has removed it to make room for later ones; otherwise its absence is reported at the end.
            if errno == ENOENT { return AttachedFile(name: staged.name, path: "", size: staged.size) }
            if errno != EEXIST { return nil }
        }
        return nil
    }

    /// Removes one that is kept, to make room for later ones.
    func discard(_ file: AttachedFile) { if !file.path.isEmpty { unlink(file.path) } }

    /// Returns the parts of the path of the directory for a subject's attachments.
    func parts(for subject: Event.Subject?, _ registry: Registry) -> [String] {
        if place.isFlat { return [] }
        func names(ofClass index: Int) -> [String] {
            [registry.bundleName(of: index), registry.string(registry.classes[index].name)]
        }
        switch subject {
        case .slot(let slot):
            let index = Int(slot.caseIndex)
            let name = registry.name(ofCase: index, example: slot.example)
            return names(ofClass: registry.cases[index].classIndex) + [name]
        case .unit(let index): return names(ofClass: index)
        case nil: return ["by an unknown case"]
        }
    }

    /// Removes copies that were not finished, because their worker died.
    public func tidy() {
        for name in FilePath.names(in: place.stagingPath) { unlink("\(place.stagingPath)/\(name)") }
        rmdir(place.stagingPath)
        // Succeeds only if the directory is empty, that is, if no attachment could be kept.
        if !place.isFlat { rmdir(place.root) }
    }
}
