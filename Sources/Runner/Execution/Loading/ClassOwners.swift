// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// Which of a bundle's classes are other bundles' own, as the bundle says.
struct ClassOwners {
    /// The paths of all bundles of the run, as they are opened.
    private let paths: [String]

    /// Knows the bundles of a run.
    init(among paths: [String]) { self.paths = paths }

    /// The bundle that a class is of, by file index, by the path of the library that registers the class;
    /// `ListingRecord.ownHome` for null and for a library that is no bundle of the run.
    func home(ofClassOf library: UnsafePointer<CChar>?) throws(DescriptorFault) -> UInt32 {
        guard let library else { return ListingRecord.ownHome }
        let path: String
        do throws(NameFault) { path = String(decoding: try ValidatedName(library).bytes, as: UTF8.self) } catch {
            throw .text("the library's path", error)
        }
        let found = paths.firstIndex(of: path) ?? paths.firstIndex { Self.isSameFile($0, path) }
        return found.map(UInt32.init) ?? ListingRecord.ownHome
    }

    /// Whether two paths lead to one file.
    private static func isSameFile(_ one: String, _ other: String) -> Bool {
        // Most differ in their last part: then the file system need not be asked.
        guard one.split(separator: "/").last == other.split(separator: "/").last else { return false }
        guard let first = stat(path: one), let second = stat(path: other) else { return false }
        return FileIdentity(first) == FileIdentity(second)
    }
}
