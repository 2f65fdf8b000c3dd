// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation

/// The frameworks' libraries, which all test executables of the process share, as the adapter changes them.
///
/// Only what they import from each other is replaced, in memory.
enum SharedLibraries {
    /// Changes what they call; once.
    static func prepare() { _ = replacements }

    private static let replacements: Void = {
        let readlink = adapter_readlink_replacement()
        for (library, symbol, replacement) in [
            ("libXCTest.so", "$s10Foundation7RunLoopC5_stop", adapter_run_loop_stop_replacement()),
            ("libFoundation.so", "readlink", readlink),
            ("libFoundationEssentials.so", "readlink", readlink),
            ("libTesting.so", "readlink", readlink),
            ("libTesting.so", "swift_enumerateAllMetadataSections", adapter_enumeration_replacement()),
        ] {
            if let handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD) {
                adapter_replace_imports(handle, symbol, replacement)
            }
        }
    }()

    /// Has those that ask which program this is find a test executable: `Bundle.main`, exit tests, the suite itself.
    static func pretend(toBe path: String) {
        adapter_set_program(path)
        // Its main looks there for the framework to run.
        setArguments([path])
        setProcessPath(path)
    }

    /// Changes `CommandLine.arguments`.
    static func setArguments(_ arguments: [String]) { setCommandLineArguments(arguments) }

    /// Changes what CoreFoundation remembers: it asks only once, when it is loaded.
    private static func setProcessPath(_ path: String) {
        guard let places = coreFoundation, let kept = strdup(path) else { return }
        places.path.pointee = kept
        places.name.pointee = strrchr(kept, 47).map { $0 + 1 } ?? kept
        places.mainBundle.pointee = nil
    }

    /// The variables in which it remembers.
    private struct CoreFoundationPlaces {
        /// The program's path.
        let path: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
        /// The last part of that.
        let name: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
        /// The bundle that was made of it.
        let mainBundle: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    }

    /// The places of those variables, which are not exported; nil where the library is stripped.
    nonisolated(unsafe) private static let coreFoundation: CoreFoundationPlaces? = {
        guard let handle = dlopen("libFoundation.so", RTLD_NOW | RTLD_NOLOAD),
            let library = adapter_image_path(handle),
            let file = try? ELFFile(path: String(cString: library))
        else { return nil }
        let found = file.addresses(
            of: ["__CFProcessPath", "__CFprogname", "_mainBundle"], size: MemoryLayout<UnsafeRawPointer>.size)
        func place(_ name: String) -> UnsafeMutableRawPointer? {
            found[name].flatMap {
                UnsafeMutableRawPointer(bitPattern: adapter_image_base(handle) + UInt(bitPattern: $0))
            }
        }
        guard let path = place("__CFProcessPath"), let name = place("__CFprogname"), let bundle = place("_mainBundle")
        else { return nil }
        return CoreFoundationPlaces(
            path: path.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self),
            name: name.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self),
            mainBundle: bundle.assumingMemoryBound(to: UnsafeMutableRawPointer?.self))
    }()
}

/// The setter of `CommandLine.arguments`, which Swift 6 has, but not for those who write in it.
@_silgen_name("$ss11CommandLineO9argumentsSaySSGvsZ")
private func setCommandLineArguments(_ arguments: consuming [String])
