// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The output of `--show-config`: each setting in force, and its origin.
struct ConfigurationReport {
    /// The configuration in force.
    let configuration: Configuration
    /// The bundles that were found.
    let files: [BundleFile]

    /// The whole text.
    var text: String {
        let paths = configuration.sources.files.map(\.path)
        var lines = ["configuration files: \(paths.isEmpty ? "none" : paths.joined(separator: ", "))"]
        lines += ["looked for: \(configuration.sources.searched.joined(separator: ", "))", ""]
        lines += Self.table(options)
        if !configuration.sources.setUps.isEmpty {
            lines += ["", "set-up:"]
            lines += Self.table(configuration.sources.setUps.map { [$0.title, $0.tearDown ?? "", $0.origin.place] })
        }
        if !configuration.sources.tests.isEmpty {
            lines +=
                ["", "tests:"]
                + Self.table(
                    configuration.sources.tests.flatMap { rule in
                        rule.said.map { [rule.pattern, $0, rule.origin.place] }
                    })
        }
        if !configuration.sources.resources.isEmpty {
            lines += ["", "resources:"]
            lines += Self.table(configuration.sources.resources.map { [$0.name, "jobs \($0.jobs)", $0.origin.place] })
        }
        for file in files {
            guard let settings = configuration.settings(of: file) else { continue }
            let rows = self.rows(settings)
            lines += ["", "bundle \(file.name):"] + (rows.isEmpty ? ["  no settings of its own"] : Self.table(rows))
        }
        return lines.map { TerminalText.line($0) + "\n" }.joined()
    }

    /// A row for each value of each option that can be set outside the command line, or was set on it.
    private var options: [[String]] {
        OptionTable.all.flatMap { option -> [[String]] in
            let found = configuration.settings.filter { $0.option.name == option.name }
            if !found.isEmpty { return found.map { [option.name, $0.asked, $0.origin.place] } }
            if option.reach < .everywhere { return [] }
            return [[option.name, option.standard ?? (option.takes == nil ? "false" : "none"), "default"]]
        }
    }

    /// A row for each setting of a bundle.
    private func rows(_ settings: BundleSettings) -> [[String]] {
        var rows: [[String]] = []
        if let timeout = settings.timeout { rows.append(["timeout", "\(timeout.value)", timeout.origin.place]) }
        if let kind = settings.isolation { rows.append(["isolation", kind.value.rawValue, kind.origin.place]) }
        if let kind = settings.output { rows.append(["output", kind.value.rawValue, kind.origin.place]) }
        if let chance = settings.chance { rows.append(["chance", chance.value.text, chance.origin.place]) }
        if let isOn = settings.mainThread { rows.append(["main-thread", "\(isOn.value)", isOn.origin.place]) }
        for tag in settings.tags?.value ?? [] { rows.append(["tag", tag, settings.tags?.origin.place ?? ""]) }
        for (name, value) in settings.environment.sorted(by: { $0.key < $1.key }) {
            rows.append(["environment", "\(name)\(value.value.map { "=\($0)" } ?? " removed")", value.origin.place])
        }
        return rows
    }

    /// Rows in columns; a long value does not push the others' places away.
    private static func table(_ rows: [[String]]) -> [String] {
        let widths = (0..<2).map { column in min(30, rows.map { $0[column].count }.max() ?? 0) }
        return rows.map { row in
            "  " + zip(row, widths + [0]).map { $0.filled(to: $1) }.joined(separator: "  ").trimmingEnd()
        }
    }
}

extension String {
    /// Without spaces at its end.
    fileprivate func trimmingEnd() -> String { String(reversed().drop { $0 == " " }.reversed()) }
}
