// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport

/// The configuration files that count for a run, and what they say together.
struct ConfigurationSources {
    /// The files.
    private(set) var files: [ConfigurationFile] = []
    /// The paths where files were looked for.
    private(set) var searched: [String] = []
    /// Whether there is a file in the working directory that is not read.
    private(set) var isOwnUnread = false
    /// The sections of the files that count, the weaker first: all files, then the chosen profile; each with the directory of the
    /// bundles that it is about.
    private var layers: [[(directory: String?, section: ConfigurationFile.Section)]] = []
    /// The settings of each layer.
    private(set) var settings: [[Setting]] = []

    /// Reads the file that was asked for, or else the files next to the bundles, and that of a package's root.
    init(_ asked: Options, operands: [String], root: String? = nil) throws {
        if asked.ignoresConfiguration {
            if asked.configuration != nil { throw UsageError.conflict("--config", "--no-config") }
            if asked.profile != nil { throw UsageError.conflict("--profile", "--no-config") }
            return
        }
        if let path = asked.configuration {
            searched = [path]
            files = [try ConfigurationFile(path: path, directory: nil)]
        } else {
            for place in Self.places(of: operands, root: root) {
                let path = place.directory + ConfigurationFile.name
                searched.append(path)
                if access(path, F_OK) == 0 { files.append(try ConfigurationFile(path: path, directory: place.scope)) }
            }
            let own = Self.identity(of: ConfigurationFile.name)
            isOwnUnread = own != nil && !files.contains { Self.identity(of: $0.path) == own }
        }
        layers = [files.map { (directory: $0.directory, section: $0.section) }]
        settings = [try Self.merged(layers[0].map(\.section.settings))]
        guard let name = asked.profile else { return }
        layers.append(files.compactMap { file in file.profiles[name].map { (directory: file.directory, section: $0) } })
        if layers[1].isEmpty { throw noProfile(name) }
        settings.append(try Self.merged(layers[1].map(\.section.settings)))
    }

    /// The file at a path; nil if there is none.
    private static func identity(of path: String) -> FileIdentity? {
        stat(path: path).map(FileIdentity.init)
    }

    /// Where a file is looked for, with a slash at the end, and where bundles are that its settings are for; nil for anywhere.
    private struct Place {
        let directory: String
        let scope: String?
    }

    /// The root that is given, the directories that the command line names, or whose bundles it names, and the roots of packages
    /// that have those among their products; each once.
    private static func places(of operands: [String], root: String?) -> [Place] {
        var places: [Place] = []
        var seen: [FileIdentity] = []
        func add(_ directory: String, _ scope: String?) {
            guard let information = stat(path: directory), !seen.contains(FileIdentity(information)) else { return }
            seen.append(FileIdentity(information))
            places.append(Place(directory: directory, scope: scope))
        }
        if let root { add("\(root)/", nil) }
        for path in operands where Options.isPath(path) {
            guard let information = stat(path: path) else { continue }
            var directory = path.hasSuffix("/") ? path : path + "/"
            if information.kind != S_IFDIR {
                directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
            }
            if let root = PackageDirectory.root(ofProducts: directory) { add("\(root)/", directory) }
            add(directory, directory)
        }
        return places
    }

    /// Returns the settings of several files together.
    ///
    /// Two files that set one option to different values are an error, since neither is stronger.
    private static func merged(_ lists: [[Setting]]) throws -> [Setting] {
        var result: [Setting] = []
        for list in lists {
            for (name, settings) in Dictionary(grouping: list, by: \.option.name).sorted(by: { $0.key < $1.key }) {
                let known = result.filter { $0.option.name == name }
                if known.isEmpty {
                    result += settings
                } else if known.map(\.asked) != settings.map(\.asked) {
                    throw ConfigurationFault(
                        path: settings[0].origin.place, position: nil,
                        reason: "'\(name)' has another value at \(known[0].origin.place); choose one file with --config"
                    )
                }
            }
        }
        return result
    }

    /// Returns the error for an unknown profile.
    private func noProfile(_ name: String) -> UsageError {
        let known = files.flatMap(\.profiles.keys).sorted()
        if files.isEmpty {
            return .badValue("--profile", value: name, expected: "a \(ConfigurationFile.name) beside the bundles")
        }
        let near = Suggestion.nearest(to: name, in: known, limit: 1).first.map { " (did you mean \($0)?)" } ?? ""
        let paths = files.map(\.path).joined(separator: ", ")
        let words = known.isEmpty ? "a profile, but \(paths) has none" : Alternatives.text(known) + near
        return .badValue("--profile", value: name, expected: words)
    }

    /// The set-ups of a run in their order.
    var setUps: [SetUpScript] { layers.joined().flatMap(\.section.setUps) }

    /// The rules for tests, the weaker first.
    var tests: [TestRule] {
        layers.joined().flatMap { directory, section in
            section.tests.map { rule in
                var rule = rule
                rule.directory = directory
                return rule
            }
        }
    }

    /// The limits of resources, the weaker first.
    ///
    /// Where two files limit one resource, the smaller number counts: both teams rely on theirs.
    var resources: [ResourceSetting] {
        layers.flatMap { $0.flatMap(\.section.resources).sorted { $0.jobs > $1.jobs } }
    }

    /// The settings of bundles, each with the directory that they must be in, the weaker first.
    var bundles: [(directory: String?, settings: BundleSettings)] {
        layers.joined().flatMap { directory, section in section.bundles.map { (directory: directory, settings: $0) } }
    }
}

extension Setting {
    /// The value as a text.
    var asked: String { isOff ? "false" : value ?? "true" }
}
