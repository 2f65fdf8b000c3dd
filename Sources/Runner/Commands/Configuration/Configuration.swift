// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerModel
import RunnerSupport

/// The settings in force, from all their sources.
///
/// The stronger place counts: the command line, then variables of its own, then Bazel's, then a profile, then the
/// configuration file, then `CI`, then the defaults.
struct Configuration {
    /// All of it.
    private(set) var options: Options
    /// The settings with their origins, the weaker first.
    let settings: [Setting]
    /// Whether the package in the working directory is built before the run, since no path is given.
    let buildsPackage: Bool
    /// The packages among the paths.
    let packages: PackageDirectory
    /// Bazel's requests, if Bazel runs this.
    let bazel: BazelProtocol?
    /// The configuration files.
    let sources: ConfigurationSources
    /// Variables that are most likely slips.
    private let slips: [(name: String, suggestion: String)]

    /// Puts together a command line, an environment and what files say; a file in a package's root counts as well, if that is given.
    ///
    /// Without a path on the command line, the tests of the package in a directory are meant.
    init(
        _ words: CommandLineWords, variables: [String: String], root: String? = nil, directory: String = "."
    ) throws {
        bazel = BazelProtocol(variables)
        let environment = try EnvironmentSettings.settings(variables)
        var asked = Options()
        for setting in SettingLayers.inForce([environment, words.settings]) { try setting.apply(to: &asked) }
        buildsPackage = !words.operands.contains(where: Options.isPath)
        if buildsPackage { try Self.checkPackage(directory, words) }
        sources = try ConfigurationSources(
            asked, operands: words.operands, root: root ?? (buildsPackage ? directory : nil))
        let ofBazel = try bazel?.settings() ?? []
        settings = SettingLayers.inForce(
            [FocusBan.settings(variables)] + sources.settings + [ofBazel, environment, words.settings])
        var options: Options
        do throws(UsageError) {
            options = try Options(settings, operands: words.operands)
            if options.isShardAutomatic { options.shard = try ShardEngine.shard(variables, "--shard") }
            if options.balance != nil, options.shard == nil { throw UsageError.needs("--balance", "--shard") }
        } catch { throw error.placed(by: settings) }
        // In a file or the environment, it is for runs that build.
        let ofBuilds = ["build", "configuration", "sanitize"]
        if !buildsPackage, let name = words.settings.map(\.option.name).first(where: ofBuilds.contains) {
            throw UsageError.conflict("--\(name)", "a path")
        }
        packages = PackageDirectory(options.paths)
        options.paths = packages.paths
        self.options = options
        slips = EnvironmentSettings.slips(variables)
    }

    /// Refuses to run what is not there: no path is given, and the directory is no package.
    private static func checkPackage(_ directory: String, _ words: CommandLineWords) throws(UsageError) {
        if PackageDirectory.isRoot(directory) { return }
        // With no directory, a word that is no path was most likely meant as one.
        if let word = words.operands.first { throw UsageError.noSuchPath(word) }
        throw UsageError.noPath(package: PackageDirectory.root(above: directory))
    }

    /// These settings for the products of the package that was built.
    func running(_ products: String) -> Configuration {
        var copy = self
        copy.options.paths = [products]
        return copy
    }

    /// Whether any place sets an option.
    func asks(for name: String) -> Bool { settings.contains { $0.option.name == name } }

    /// Returns the settings of a bundle from all files; nil if there are none.
    ///
    /// The command line and the environment are stronger than a file's settings of a bundle.
    func settings(of file: BundleFile) -> BundleSettings? {
        let matching = sources.bundles.filter { directory, settings in
            settings.name == file.name && (directory.map { file.path.hasPrefix($0) } ?? true)
        }
        guard var result = matching.first?.settings else { return nil }
        for (_, other) in matching.dropFirst() { result.merge(other) }
        let asked = Set(settings.filter { !$0.origin.isFile }.map(\.option.name))
        if asked.contains("timeout") { result.timeout = nil }
        if asked.contains("isolation") { result.isolation = nil }
        if asked.contains("chance") { result.chance = nil }
        return result
    }

    /// Returns warnings about variables and bundle names that are probably slips.
    func warnings(_ files: [BundleFile]) -> [String] {
        let names = files.map(\.name)
        let named =
            sources.bundles.map { ($1.name, $1.place) }
            + sources.setUps.flatMap { script in (script.bundles ?? []).map { ($0, script.origin.place) } }
        let own = ConfigurationFile.name
        let unread =
            sources.isOwnUnread
            ? ["'\(own)' here is not read: no bundle is in this directory; --config \(own) reads it"] : []
        return unread
            + slips.map { "the variable \($0.name) has no effect; did you mean \($0.suggestion)?" }
            + named.compactMap { name, place in
                if names.contains(name) { return nil }
                guard let near = Suggestion.nearest(to: name, in: names, limit: 1).first else { return nil }
                return "\(place): no bundle is named '\(name)'; did you mean '\(near)'?"
            }
    }
}
