// SPDX-License-Identifier: MIT

import BundleABI

@testable import RunnerModel

extension LoadFault.Cause: Sampled {
    enum SampleName: CaseIterable {
        case file, unspeakableName, unreachable, notABundle, notRegistered, notATestExecutable
        case refusedByLoader, takenFor, missingLibrary, sanitizer, noEntry, meeting, adapter
        case header, nullBundle, refused, descriptors, unlisted, garbledListing
        case died, diedListed, diedAgain, hung, hungAgain, replaced, replacedLibrary, changed
    }

    var sampleName: SampleName {
        switch self {
        case .file: .file
        case .unspeakableName: .unspeakableName
        case .unreachable: .unreachable
        case .notABundle: .notABundle
        case .notRegistered: .notRegistered
        case .notATestExecutable: .notATestExecutable
        case .refusedByLoader: .refusedByLoader
        case .takenFor: .takenFor
        case .missingLibrary: .missingLibrary
        case .sanitizer: .sanitizer
        case .noEntry: .noEntry
        case .meeting: .meeting
        case .adapter: .adapter
        case .header: .header
        case .nullBundle: .nullBundle
        case .refused: .refused
        case .descriptors: .descriptors
        case .unlisted: .unlisted
        case .garbledListing: .garbledListing
        case .died: .died
        case .diedListed: .diedListed
        case .diedAgain: .diedAgain
        case .hung: .hung
        case .hungAgain: .hungAgain
        case .replaced: .replaced
        case .replacedLibrary: .replacedLibrary
        case .changed: .changed
        }
    }

    static func samples(named name: SampleName) -> [LoadFault.Cause] {
        switch name {
        case .file: ELFFault.samples.map { .file($0) }
        case .unspeakableName: [.unspeakableName]
        case .unreachable: [.unreachable("Permission denied")]
        case .notABundle: [.notABundle]
        case .notRegistered: [.notRegistered(12), .notRegistered(0)]
        case .notATestExecutable:
            [.notATestExecutable(main: nil), .notATestExecutable(main: "/s/Tests/LinuxMain.swift")]
        case .refusedByLoader: [.refusedByLoader("undefined symbol: shop_open"), .refusedByLoader(nil)]
        case .takenFor: [.takenFor(other: "/lib/libSearch.so")]
        case .missingLibrary: [.missingLibrary("libshop.so")]
        case .sanitizer:
            SanitizerNeed.all.map { .sanitizer($0) }
                + SanitizerNeed.all.prefix(1).flatMap { need in
                    [
                        LoadFault.Cause.sanitizer(need.of("libshop.so")),
                        .sanitizer(need.lacking("__asan_absent")),
                    ]
                }
        case .noEntry: [.noEntry]
        case .meeting: [.meeting(library: "libshop.so", other: "Search", path: "/lib/libSearch.so")]
        case .adapter: AdapterFault.samples.map { .adapter($0) }
        case .header:
            [
                .header(field: "abi_major", expected: "1", got: "9"),
                .header(field: "magic", expected: "0x31424b54", got: "0x00000000"),
            ]
        case .nullBundle: [.nullBundle]
        case .refused: [.refused("two of its libraries have TestKits of their own")]
        case .descriptors: DescriptorFault.samples.map { .descriptors($0) }
        case .unlisted: [.unlisted]
        case .garbledListing: [.garbledListing]
        case .died:
            [
                .died(ending: "was ended by SIGSEGV (invalid memory reference)", isLoading: true, remedy: nil),
                .died(ending: "ended the process with exit status 1", isLoading: false, remedy: nil),
            ]
                + SanitizerNeed.all.prefix(1).map {
                    LoadFault.Cause.died(ending: "ended the process with exit status 1", isLoading: true, remedy: $0)
                }
        case .diedListed: [.diedListed(ending: "was ended by SIGKILL (killed)")]
        case .diedAgain:
            [false, true].map { .diedAgain(ending: "was ended by SIGKILL (killed)", isForking: $0) }
        case .hung: [.hung(limit: "10 s", isLoading: true), .hung(limit: "10 s", isLoading: false)]
        case .hungAgain: [.hungAgain(isForking: false), .hungAgain(isForking: true)]
        case .replaced: [.replaced(isListed: false), .replaced(isListed: true)]
        case .replacedLibrary: [.replacedLibrary(name: "libshop.so", path: "/lib/libshop.so")]
        case .changed: [.changed(missing: "class 'M.Cart'")]
        }
    }
}

extension ELFFault: Sampled {
    enum SampleName: CaseIterable {
        case unreadable, notAFile, empty, notELF, unfit, truncated, noStringTable, tooManyLibraries, shortProgramHeader
        case strayAddress, tooManySymbols, notAFunction, endlessName, overlappingNames
    }

    var sampleName: SampleName {
        switch self {
        case .unreadable: .unreadable
        case .notAFile: .notAFile
        case .empty: .empty
        case .notELF: .notELF
        case .unfit: .unfit
        case .truncated: .truncated
        case .noStringTable: .noStringTable
        case .tooManyLibraries: .tooManyLibraries
        case .shortProgramHeader: .shortProgramHeader
        case .strayAddress: .strayAddress
        case .tooManySymbols: .tooManySymbols
        case .notAFunction: .notAFunction
        case .endlessName: .endlessName
        case .overlappingNames: .overlappingNames
        }
    }

    static func samples(named name: SampleName) -> [ELFFault] {
        switch name {
        case .unreadable: [.unreadable("Permission denied")]
        case .notAFile: [.notAFile]
        case .empty: [.empty]
        case .notELF: [.notELF(firstBytes: [0x23, 0x21, 0x2F, 0x62])]
        case .unfit: [.unfit(field: "ELF class", expected: "64-bit", got: "32-bit")]
        case .truncated: [.truncated(what: "the ELF header", end: 64, size: 20)]
        case .noStringTable: [.noStringTable]
        case .tooManyLibraries: [.tooManyLibraries(5000, limit: 4096)]
        case .shortProgramHeader: [.shortProgramHeader(8)]
        case .strayAddress: [.strayAddress(0x1234)]
        case .tooManySymbols: [.tooManySymbols(5000, room: 12)]
        case .notAFunction: [.notAFunction(TESTKIT_ENTRY_SYMBOL)]
        case .endlessName: [.endlessName(at: 77)]
        case .overlappingNames: [.overlappingNames]
        }
    }
}

extension AdapterFault: Sampled {
    enum SampleName: CaseIterable {
        case noToolchain, otherToolchain, noDirectory, notCompiled, sourcesNotWritten, notKept, noEntry, refused
    }

    var sampleName: SampleName {
        switch self {
        case .noToolchain: .noToolchain
        case .otherToolchain: .otherToolchain
        case .noDirectory: .noDirectory
        case .notCompiled: .notCompiled
        case .sourcesNotWritten: .sourcesNotWritten
        case .notKept: .notKept
        case .noEntry: .noEntry
        case .refused: .refused
        }
    }

    static func samples(named name: SampleName) -> [AdapterFault] {
        switch name {
        case .noToolchain: [.noToolchain]
        case .otherToolchain: [.otherToolchain(wanted: "6.3.1", root: "/opt/swift", found: "6.2")]
        case .noDirectory: [.noDirectory]
        case .notCompiled:
            [
                .notCompiled(root: "/opt/swift", lastLine: "error: no such module", log: "/cache/a.log"),
                .notCompiled(root: "/opt/swift", lastLine: nil, log: "/cache/a.log"),
            ]
        case .sourcesNotWritten: [.sourcesNotWritten("No space left on device")]
        case .notKept: [.notKept(in: "/cache/a", "Permission denied")]
        case .noEntry: [.noEntry]
        case .refused: [.refused("it has no tests, neither of XCTest nor of Swift Testing"), .refused(nil)]
        }
    }
}
