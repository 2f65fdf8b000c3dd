// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel
import RunnerSupport

/// Which of a bundle's classes are other bundles' own, as the bundle says.
struct ClassOwners {
    /// The bundle.
    private let bundle: UnsafePointer<testkit_bundle>
    /// The extension for libraries, if it has one.
    private let libraries: UnsafePointer<testkit_libraries>?
    /// The paths of all bundles of the run, as they are opened.
    private let paths: [String]

    /// Looks for the extension of a bundle that is connected.
    init(of bundle: UnsafePointer<testkit_bundle>, among paths: [String]) throws(LoadFault) {
        self.bundle = bundle
        self.paths = paths
        do throws(DescriptorFault) {
            libraries = try TraitReader.table(TESTKIT_EXTENSION_LIBRARIES, of: bundle)
            if let libraries, libraries.pointee.class_library == nil {
                throw .at(TESTKIT_EXTENSION_LIBRARIES, .missingFunctions("class_library"))
            }
        } catch { throw LoadFault(.descriptors(error)) }
    }

    /// The bundle that a class is of, by file index; `ListingRecord.ownHome` if it is this one's, or that library is no bundle of the run.
    func home(ofClass index: UInt32) throws(LoadFault) -> UInt32 {
        guard let ask = libraries?.pointee.class_library, let text = ask(bundle, index) else {
            return ListingRecord.ownHome
        }
        let path: String
        do throws(NameFault) { path = String(decoding: try ValidatedName(text).bytes, as: UTF8.self) } catch {
            throw LoadFault(.descriptors(.at("class \(index)", .text("the library's path", error))))
        }
        let found = paths.firstIndex(of: path) ?? paths.firstIndex { Self.isSameFile($0, path) }
        return found.map(UInt32.init) ?? ListingRecord.ownHome
    }

    /// Whether two paths lead to one file.
    private static func isSameFile(_ one: String, _ other: String) -> Bool {
        // Most differ in their last part: then the file system need not be asked.
        guard one.split(separator: "/").last == other.split(separator: "/").last else { return false }
        var (first, second) = (stat(), stat())
        guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
        return FileIdentity(first) == FileIdentity(second)
    }
}
