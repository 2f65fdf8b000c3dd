// SPDX-License-Identifier: MIT

import BundleABI

extension LoadFault {
    /// The reason why a bundle cannot be used: a case for each message.
    public enum Cause: Equatable {
        /// A file is not a library that could be loaded.
        case file(ELFFault)
        /// A file's name is not UTF-8.
        case unspeakableName
        /// The system would not say what is at a path: its reason.
        case unreachable(String)
        /// A library was named that is not a bundle.
        case notABundle
        /// A library was named that links TestKit and registers no test: how many of its methods look like tests.
        case notRegistered(Int)
        /// A program's name says that it contains tests, and it contains none: the main program that its package's author wrote, if
        /// there is one.
        case notATestExecutable(main: String?)

        /// The system's loader refused a library: its reason, nil if it gave none.
        case refusedByLoader(String?)
        /// The system's loader gave a library that was open instead, since that has the bundle's path as its name: which.
        case takenFor(other: String)
        /// A library that it needs was not found.
        case missingLibrary(String)
        /// A sanitizer's runtime is not in the process.
        case sanitizer(SanitizerNeed)
        /// A library that was opened exports no entry.
        case noEntry
        /// It must not meet another bundle in one process, and there is only one.
        case meeting(library: String, other: String, path: String)
        /// An adapter cannot be had or cannot open a test executable.
        case adapter(AdapterFault)

        /// A field of its header is not one that this host reads.
        case header(field: String, expected: String, got: String)
        /// Its entry returned nothing.
        case nullBundle
        /// It would not be connected: its reason.
        case refused(String)
        /// Its descriptors make no sense.
        case descriptors(DescriptorFault)
        /// It was listed, and its part of the listing is gone.
        case unlisted
        /// Its part of the listing was overwritten.
        case garbledListing

        /// It ended the process that loaded it: how, at which step, and the remedy where one is known.
        case died(ending: String, isLoading: Bool, remedy: SanitizerNeed?)
        /// The process that opened it ended when all was listed: how.
        case diedListed(ending: String)
        /// The process that opened it again, or forked one for its tests, ended: how.
        case diedAgain(ending: String, isForking: Bool)
        /// It took longer than the limit at a step.
        case hung(limit: String, isLoading: Bool)
        /// It took longer than the limit to be opened again, or to be forked.
        case hungAgain(isForking: Bool)

        /// Its file is not the one that was found, or that was listed.
        case replaced(isListed: Bool)
        /// A library that it needs is not the one of the listing.
        case replacedLibrary(name: String, path: String)
        /// Opened again, it no longer registers a class or a case that was listed.
        case changed(missing: String)
    }

    /// Makes a fault.
    public init(_ cause: Cause) { self.init(received: cause.kind, cause.words) }
}

extension LoadFault.Cause {
    /// At which step it came up.
    var kind: LoadFault.Kind {
        switch self {
        case .file, .unspeakableName, .unreachable, .notABundle, .notRegistered, .notATestExecutable: .badFile
        case .refusedByLoader, .takenFor, .missingLibrary, .sanitizer, .noEntry, .meeting, .adapter: .notLoadable
        case .header: .abiMismatch
        case .nullBundle, .refused: .registration
        case .descriptors, .unlisted, .garbledListing: .malformed
        case .died, .diedListed, .diedAgain: .died
        case .hung, .hungAgain: .hung
        case .replaced, .replacedLibrary: .replaced
        case .changed: .changed
        }
    }

    /// The message for the user, in a line: what happened, and what to do where that is known.
    public var words: String {
        switch self {
        case .file(let fault): fault.description
        case .unspeakableName: "cannot be read: its name is not UTF-8"
        case .unreachable(let reason): "cannot be read: \(reason)"
        case .notABundle: "not a bundle: \(Self.noEntry.words)"
        case .notRegistered(let tests): "not a bundle: \(BuildWarning.noPlugin(tests))"
        case .notATestExecutable(let main):
            "not a test executable: it uses neither XCTest nor Swift Testing"
                + (main.map {
                    "; \($0) is its main program: remove that file, and build again; SwiftPM then finds the tests itself"
                } ?? "")
        case .refusedByLoader(let reason): reason ?? "the system's loader gave no reason"
        case .takenFor(let other):
            "the system's loader opened \(other) instead, whose soname is the path of this file; link that library with "
                + "another -soname"
        case .missingLibrary(let name):
            "it needs \(name), which was not found; runner inspect shows where the loader searches"
        case .sanitizer(let need): need.description
        case .noEntry: "it exports no \(TESTKIT_ENTRY_SYMBOL); link TestKit, or see docs/Bundles.md"
        case .meeting(let library, let other, let path):
            "it needs a different \(library) than \(other) does (\(path)), and with --isolation none all bundles share one "
                + "process; run it alone, or without --isolation none"
        case .adapter(let fault): fault.description
        case .header(let field, let expected, let got):
            "testkit_bundle.\(field): expected \(expected), got \(got)"
                + (["abi_major", "struct_size"].contains(field) ? Self.otherLayout : "")
        case .nullBundle: "\(TESTKIT_ENTRY_SYMBOL) returned null"
        case .refused(let reason): "the bundle refused to load: \(reason)"
        case .descriptors(let fault): fault.description
        case .unlisted: "its tests are missing from the listing: \(Self.overwriting)"
        case .garbledListing: "its listing was overwritten while bundles were loaded: \(Self.overwriting)"
        case .died(let ending, let isLoading, let remedy):
            "\(ending) \(Self.step(isLoading))\(remedy.map { ": \($0)" } ?? "")"
        case .diedListed(let ending): "the process that opened it \(ending) after its tests had been listed"
        case .diedAgain(let ending, let isForking): "\(ending) \(Self.laterStep(isForking))"
        case .hung(let limit, let isLoading):
            "took longer than \(limit) \(Self.step(isLoading)); --load-timeout sets the limit"
        case .hungAgain(let isForking): "exceeded the loading time limit \(Self.laterStep(isForking)) (--load-timeout)"
        case .replaced(let isListed):
            "its file was replaced, rebuilt or removed after \(isListed ? "its tests were listed" : "it was found"); "
                + Self.again
        case .replacedLibrary(let name, let path):
            "\(name), which it needs, was replaced, rebuilt or removed after its tests were listed (\(path)); "
                + Self.again
        case .changed(let missing):
            "opened again, it registers other tests: \(missing) is no longer where it was listed; a bundle must register "
                + "the same tests each time"
        }
    }

    /// The step that a bundle did not survive.
    private static func step(_ isLoading: Bool) -> String {
        isLoading ? "while it was opened (in a constructor)" : "in its registration"
    }

    /// The step that it did not survive after it had been listed.
    private static func laterStep(_ isForking: Bool) -> String {
        isForking ? "in a pthread_atfork handler" : "while it was opened again"
    }

    /// The remedy for a bundle of another layout.
    private static let otherLayout = "; build the bundle anew with this runner's TestKit or testkit_bundle.h"
    /// The cause of a listing that is not as it was written, and the way to the culprit.
    private static let overwriting = "code of a bundle overwrote shared memory; run the bundles one by one to find it"
    /// The next step after a build that came between.
    private static let again = "run again when the build has ended"
}
