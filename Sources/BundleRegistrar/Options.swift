// SPDX-License-Identifier: MIT

/// The options of the command line.
struct Options: Equatable {
    /// The module whose sources these are.
    var module: String
    /// Where the registration is written.
    var output: String
    /// Where the texts of assertions are written; nil if they are not wanted.
    var assertions: String?
    /// Where the suites are written by which `swift test` runs a test target's classes; nil if the module is none.
    var suites: String?
    /// A SourceKit library named outright.
    var sourceKit: String?
    /// The toolchain whose SourceKit library is looked for, when none is named outright.
    var toolchain: String?
    /// Modules that the module may extend types of.
    var dependencies: [DependencyIndex.Module] = []
    /// Dependencies with the directory that exists if the tool is applied to the module.
    var registrations: [DependencyIndex.Module] = []
    /// The module's Swift files.
    var sources: [String]

    /// The text of `--help`.
    static let help = """
        usage: BundleRegistrar --module NAME --output FILE [--assertions FILE] [--sourcekit LIB | --toolchain DIR] SOURCES...

        Reads the Swift sources of a module and writes the Swift file that registers its test classes.

          --module NAME      the module that is compiled from the sources
          --output FILE      the Swift file to write; left alone if it would not change
          --assertions FILE  another Swift file to write, with the texts of assertions, which failures then show
          --sourcekit LIB    the parser: a toolchain's libsourcekitdInProc.so
          --toolchain DIR    the toolchain that has it in lib/ (DIR such as /usr); default: that of swiftc in PATH
          --dependency NAME=DIR
                             a module that these sources depend on, and the directory of its sources, in which the
                             types are looked up that these sources extend or inherit from; may be repeated
          --registers NAME=DIR
                             such a module, and a directory that is there if this tool is applied to it; may be repeated
          --suites FILE      the module is a test target, where tests of XCTest and Swift Testing run as well: another Swift
                             file to write, with a suite of Swift Testing for each class
          --help             this text

        A test method that cannot be registered is a warning: `FILE:LINE:COLUMN: warning: …`.
        exit codes: 0 written, 1 a file cannot be read, parsed or written, 2 wrong usage, 3 no usable SourceKit
        """

    /// Reads the arguments (without the program's name).
    ///
    /// nil if they ask for help.
    ///
    /// Throws ``RegistrarError/usage(_:)`` on an unknown option, a missing value or nothing to read.
    static func parse(_ arguments: [String]) throws(RegistrarError) -> Options? {
        var values: [String: String] = [:]
        var sources: [String] = []
        var dependencies: [DependencyIndex.Module] = []
        var registrations: [DependencyIndex.Module] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h":
                return nil
            case "--module", "--output", "--assertions", "--suites", "--sourcekit", "--toolchain":
                guard let value = rest.popFirst() else { throw .usage("option '\(argument)' expects a value") }
                guard values.updateValue(value, forKey: argument) == nil else {
                    throw .usage("option '\(argument)' is given twice")
                }
            case "--dependency":
                dependencies.append(try module(argument, rest.popFirst()))
            case "--registers":
                registrations.append(try module(argument, rest.popFirst()))
            case "--":
                sources += rest
                rest = []
            default:
                guard !argument.hasPrefix("-") else { throw .usage("unknown option '\(argument)'") }
                sources.append(argument)
            }
        }
        guard let module = values["--module"], !module.isEmpty else { throw .usage("option '--module' is missing") }
        guard let output = values["--output"], !output.isEmpty else { throw .usage("option '--output' is missing") }
        return Options(
            module: module, output: output, assertions: values["--assertions"], suites: values["--suites"],
            sourceKit: values["--sourcekit"], toolchain: values["--toolchain"], dependencies: dependencies,
            registrations: registrations, sources: sources)
    }

    /// A module and a directory: "NAME=DIR".
    private static func module(_ option: String, _ value: String?) throws(RegistrarError) -> DependencyIndex.Module {
        guard let value, let equals = value.firstIndex(of: "=") else {
            throw .usage("option '\(option)' expects NAME=DIR")
        }
        return .init(name: String(value[..<equals]), directory: String(value[value.index(after: equals)...]))
    }
}
