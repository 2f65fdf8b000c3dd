// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// The build of the package in the working directory, before its tests run: `swift build --build-tests`.
///
/// SwiftPM decides what is out of date. Its output is on standard error, since standard output may be a report's.
struct PackageBuild {
    /// The result of a build.
    enum Outcome: Equatable {
        /// The package is built; where its products are.
        case built(String)
        /// It is not; SwiftPM, or a message here, has said why.
        case failed
        /// A signal ended it.
        case interrupted
    }

    /// The options for `swift build`.
    private let words: [String]
    /// Where builds usually put their products.
    private static let directory = ".build"
    /// The message before it starts; nil for none.
    private var announcement: String?

    /// Prepares a build with the options of a run; without any, with those of the last build; for coverage where the run collects it.
    init(_ options: Options) {
        let last = LastBuild(in: Self.directory)
        let asked = options.build.isEmpty ? last?.words ?? [] : options.build
        let coverage = options.coverageSettings == nil ? [] : [["--enable-code-coverage"]]
        words = Self.words(asked, adding: options.buildAdditions + coverage)
        announcement = Self.announcement(options: words == asked ? options.build : words, last: last)
    }

    /// Options, followed by those additions that are not among them; of two configurations, SwiftPM takes the last.
    static func words(_ asked: [String], adding additions: [[String]]) -> [String] {
        additions.reduce(asked) { $0.contains($1) ? $0 : $0 + $1 }
    }

    /// The message about the settings of a build: if they are those of the last one and not the usual ones, or differ from it.
    static func announcement(options: [String], last: LastBuild?) -> String? {
        guard let last else { return nil }
        func text(_ words: [String]) -> String {
            words.isEmpty ? "the usual settings" : words.map(RepeatCommand.quoted).joined(separator: " ")
        }
        if options.isEmpty {
            return last.words.isEmpty
                ? nil
                : "building as at the last build of this package: \(text(last.words)); 'swift build' returns to the usual settings"
        }
        if options == last.words { return nil }
        return "building with \(text(options)); the last build of this package had \(text(last.words))"
    }

    /// Builds; an interrupt ends SwiftPM as well.
    mutating func run() throws(SystemFault) -> Outcome {
        let interrupts = try Interrupts.watch()
        if let announcement { StandardError.say(announcement) }
        // Once is enough for --watch.
        announcement = nil
        let before = LastBuild.products(in: Self.directory)
        var build = try PackageTool.start(["build", "--build-tests"] + words, isShown: true)
        let status = build.wait(interrupts: interrupts)
        if worker_is_interrupted() != 0 {
            StandardError.say("cut short while the package was built; nothing ran")
            return .interrupted
        }
        guard status == 0, let products = try products(before) else {
            StandardError.say(status == 0 ? "SwiftPM does not say where it built the package" : Self.reason(status))
            return .failed
        }
        let shown = Self.shortened(products)
        for name in LeftLibraries.names(in: products) {
            StandardError.say(
                "warning: '\(shown)/\(name)' is not a product of this package, but also runs; if its target is gone, "
                    + "delete the file")
        }
        return .built(shown)
    }

    /// Where a build put its products: SwiftPM is asked only where it has not made a link to them anew.
    private func products(_ before: LastBuild.Products?) throws(SystemFault) -> String? {
        if let made = LastBuild.products(in: Self.directory), made != before { return made.path }
        var place = try PackageTool.start(["build", "--show-bin-path"] + words, isShown: false)
        return place.text()?.split(separator: "\n").last.map(String.init)
    }

    /// The reason why nothing runs.
    private static func reason(_ status: Int32) -> String {
        if status == PackageTool.notFound { return "the package was not built: no 'swift' was found in PATH" }
        let hint = WrittenMain.path(inPackage: "").map {
            "; if the error is in \($0), remove that file: SwiftPM uses it as the main program of the tests, which it "
                + "finds by itself since Swift 5.4"
        }
        return "the package does not build; nothing ran\(hint ?? "")"
    }

    /// The path of the products, below the working directory if they are there; by the link that people write if there is one.
    private static func shortened(_ products: String) -> String {
        let real = FilePath.real(products) ?? products
        for link in [".build/debug", ".build/release"] where FilePath.real(link) == real { return link }
        let directory = FilePath.working.map { $0 + "/" } ?? ""
        return !directory.isEmpty && products.hasPrefix(directory)
            ? String(products.dropFirst(directory.count)) : products
    }
}
