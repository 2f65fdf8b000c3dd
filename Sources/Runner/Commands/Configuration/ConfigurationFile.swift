// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// A configuration file: defaults for options, settings of bundles, and profiles, each with the same two.
struct ConfigurationFile {
    /// The name of the file that is read by default from the directories of bundles.
    static let name = "testkit.json"
    /// The largest file that is read, in bytes.
    private static let sizeLimit = 1 << 20

    /// Options and bundles, of the file itself or of a profile.
    struct Section {
        /// The options.
        var settings: [Setting] = []
        /// The bundles.
        var bundles: [BundleSettings] = []
        /// The set-ups of a run, in order.
        var setUps: [SetUpScript] = []
        /// The rules for tests, in order.
        var tests: [TestRule] = []
        /// The limits of resources.
        var resources: [ResourceSetting] = []
    }

    /// Its path, as messages have it.
    let path: String
    /// The directory of the bundles that it speaks of; nil for all bundles.
    let directory: String?
    /// The section that always counts.
    private(set) var section = Section()
    /// The sections of the profiles, by name.
    private(set) var profiles: [String: Section] = [:]

    /// Reads a file.
    ///
    /// Every value is checked, also in profiles that are not chosen.
    init(path: String, directory: String?) throws {
        let what = "cannot read the configuration '\(path)'"
        try self.init(
            path: path, directory: directory, bytes: InputFile.bytes(of: path, limit: Self.sizeLimit, otherwise: what))
    }

    /// Reads a file's bytes.
    init(path: String, directory: String?, bytes: [UInt8]) throws(ConfigurationFault) {
        self.path = path
        self.directory = directory
        var reader = ConfigurationReader(path: path)
        let root: JSONValue
        do throws(JSONText.Fault) { root = try JSONValue(parsing: bytes) } catch {
            let position = JSONText(bytes).position(of: error.offset)
            throw ConfigurationFault(path: path, position: position, reason: error.reason)
        }
        let parts = ["options", "bundles", "tests", "set-up", "resources"]
        let members = try reader.members(of: root, "the file", known: parts + ["profiles"])
        section = try reader.section(members)
        guard let named = members.first(where: { $0.name == "profiles" }) else { return }
        for profile in try reader.members(of: named.value, "profiles") {
            let what = "the profile '\(profile.name)'"
            let members = try reader.members(of: profile.value, what, known: parts)
            reader.profile = profile.name
            profiles[profile.name] = try reader.section(members)
        }
    }
}
