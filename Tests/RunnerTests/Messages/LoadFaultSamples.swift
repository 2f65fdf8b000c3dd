// SPDX-License-Identifier: MIT

import BundleABI

@testable import RunnerModel

extension LoadFault.Cause: Sampled {
    static func samples(after value: LoadFault.Cause?) -> [LoadFault.Cause] {
        switch value {
        case nil: ELFFault.samples.map { .file($0) }
        case .file: [.unspeakableName]
        case .unspeakableName: [.unreachable("Permission denied")]
        case .unreachable: [.notABundle]
        case .notABundle: [.notRegistered(12), .notRegistered(0)]
        case .notRegistered:
            [.notATestExecutable(main: nil), .notATestExecutable(main: "/s/Tests/LinuxMain.swift")]
        case .notATestExecutable: [.refusedByLoader("undefined symbol: shop_open"), .refusedByLoader(nil)]
        case .refusedByLoader: [.takenFor(other: "/lib/libSearch.so")]
        case .takenFor: [.missingLibrary("libshop.so")]
        case .missingLibrary:
            SanitizerNeed.all.map { .sanitizer($0) }
                + SanitizerNeed.all.prefix(1).flatMap { need in
                    [
                        LoadFault.Cause.sanitizer(need.of("libshop.so")),
                        .sanitizer(need.lacking("__asan_absent")),
                    ]
                }
        case .sanitizer: [.noEntry]
        case .noEntry: [.meeting(library: "libshop.so", other: "Search", path: "/lib/libSearch.so")]
        case .meeting: AdapterFault.samples.map { .adapter($0) }
        case .adapter:
            [
                .header(field: "abi_major", expected: "1", got: "9"),
                .header(field: "magic", expected: "0x31424b54", got: "0x00000000"),
            ]
        case .header: [.nullBundle]
        case .nullBundle: [.refused("two of its libraries have TestKits of their own")]
        case .refused: DescriptorFault.samples.map { .descriptors($0) }
        case .descriptors: [.unlisted]
        case .unlisted: [.garbledListing]
        case .garbledListing:
            [
                .died(ending: "was ended by SIGSEGV (invalid memory reference)", isLoading: true, remedy: nil),
                .died(ending: "ended the process with exit status 1", isLoading: false, remedy: nil),
            ]
                + SanitizerNeed.all.prefix(1).map {
                    LoadFault.Cause.died(ending: "ended the process with exit status 1", isLoading: true, remedy: $0)
                }
        case .died: [.diedListed(ending: "was ended by SIGKILL (killed)")]
        case .diedListed:
            [false, true].map { .diedAgain(ending: "was ended by SIGKILL (killed)", isForking: $0) }
        case .diedAgain: [.hung(limit: "10 s", isLoading: true), .hung(limit: "10 s", isLoading: false)]
        case .hung: [.hungAgain(isForking: false), .hungAgain(isForking: true)]
        case .hungAgain: [.replaced(isListed: false), .replaced(isListed: true)]
        case .replaced: [.replacedLibrary(name: "libshop.so", path: "/lib/libshop.so")]
        case .replacedLibrary: [.changed(missing: "class 'M.Cart'")]
        case .changed: []
        }
    }
}

extension ELFFault: Sampled {
    static func samples(after value: ELFFault?) -> [ELFFault] {
        switch value {
        case nil: [.unreadable("Permission denied")]
        case .unreadable: [.notAFile]
        case .notAFile: [.empty]
        case .empty: [.notELF(firstBytes: [0x23, 0x21, 0x2F, 0x62])]
        case .notELF: [.unfit(field: "ELF class", expected: "64-bit", got: "32-bit")]
        case .unfit: [.truncated(what: "the ELF header", end: 64, size: 20)]
        case .truncated: [.noStringTable]
        case .noStringTable: [.tooManyLibraries(5000, limit: 4096)]
        case .tooManyLibraries: [.shortProgramHeader(8)]
        case .shortProgramHeader: [.strayAddress(0x1234)]
        case .strayAddress: [.tooManySymbols(5000, room: 12)]
        case .tooManySymbols: [.notAFunction(TESTKIT_ENTRY_SYMBOL)]
        case .notAFunction: [.endlessName(at: 77)]
        case .endlessName: [.overlappingNames]
        case .overlappingNames: []
        }
    }
}

extension AdapterFault: Sampled {
    static func samples(after value: AdapterFault?) -> [AdapterFault] {
        switch value {
        case nil: [.noToolchain]
        case .noToolchain: [.otherToolchain(wanted: "6.3.1", root: "/opt/swift", found: "6.2")]
        case .otherToolchain: [.noDirectory]
        case .noDirectory:
            [
                .notCompiled(root: "/opt/swift", lastLine: "error: no such module", log: "/cache/a.log"),
                .notCompiled(root: "/opt/swift", lastLine: nil, log: "/cache/a.log"),
            ]
        case .notCompiled: [.sourcesNotWritten("No space left on device")]
        case .sourcesNotWritten: [.notKept(in: "/cache/a", "Permission denied")]
        case .notKept: [.noEntry]
        case .noEntry: [.refused("it has no tests, neither of XCTest nor of Swift Testing"), .refused(nil)]
        case .refused: []
        }
    }
}
