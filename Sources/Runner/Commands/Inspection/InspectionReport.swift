// SPDX-License-Identifier: MIT

import BundleABI
import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerSupport

/// The output of `runner inspect` for a file.
struct InspectionReport {
    /// The number of names of a long list that are shown.
    private static let listLimit = 20

    /// The inspection to report.
    let inspection: BundleInspection

    /// For a reader.
    var text: String {
        var lines = facts.map { name, value in name.filled(to: 12) + value }
        lines += needs + symbols + classes
        let faults = inspection.faults
        lines += faults.isEmpty ? [] : ["", "faults:"] + faults.map { "  \($0)" }
        if let output = inspection.loadFault?.output, !output.isEmpty {
            lines += ["", "output:"] + output.split(separator: "\n").map { "  \($0)" }
        }
        lines += ["", inspection.isGood ? "ok: the runner can use it" : "the runner cannot use it"]
        return lines.map { TerminalText.line($0) + "\n" }.joined()
    }

    /// The facts, a line each.
    private var facts: [(name: String, value: String)] {
        var facts = [("file", inspection.path)]
        guard let tables = inspection.tables else { return facts }
        facts.append(("size", "\(tables.size) bytes"))
        facts.append(("made by", tables.producers.isEmpty ? "unknown" : tables.producers.joined(separator: "; ")))
        facts.append(("holds", holds(tables)))
        if let id = tables.buildID { facts.append(("build id", id)) }
        if let name = inspection.image?.soname { facts.append(("soname", name)) }
        if let image = inspection.image, !image.runPath.entries.isEmpty {
            facts.append(("run path", image.runPath.entries.joined(separator: ":")))
        }
        if let image = inspection.image { facts.append(("exports", exports(image, tables))) }
        facts.append(("ABI", abi))
        if let producer = inspection.registry?.bundles.first?.producer, !producer.isEmpty {
            facts.append(("producer", producer))
        }
        return facts
    }

    /// Returns the kind of code in the file.
    private func holds(_ tables: ELFTables) -> String {
        (tables.holdsSwift ? "Swift code" : "no Swift types")
            + (tables.holdsDebugInformation ? ", debug information" : ", no debug information")
    }

    /// Whether the entry is there, and what else.
    private func exports(_ image: ELFImage, _ tables: ELFTables) -> String {
        let others = ((try? tables.exported()) ?? []).filter { $0 != TESTKIT_ENTRY_SYMBOL }.count
        let entry = image.exportsEntry ? TESTKIT_ENTRY_SYMBOL : "no \(TESTKIT_ENTRY_SYMBOL)"
        return others == 0 ? entry : "\(entry), and \(Count.text(others, "other symbol"))"
    }

    /// The ABI's version, there and here.
    private var abi: String {
        let own = "this host reads \(TESTKIT_ABI_MAJOR).x"
        guard let header = inspection.header else { return "unknown; \(own)" }
        return "\(header.major).\(header.minor), a table of \(header.size) bytes; \(own)"
    }

    /// The libraries that it needs.
    private var needs: [String] {
        guard let tree = inspection.tree, !tree.dependencies.isEmpty else { return [] }
        let width = tree.dependencies.map(\.name.count).max() ?? 0
        return ["", "needs:"]
            + tree.dependencies.flatMap { item -> [String] in
                let name = "  " + item.name.filled(to: width + 2)
                if let found = item.found { return [name + "\(found.path) (\(found.by))"] }
                let places = item.directories + ["the loader's cache", "the system's directories"]
                return [name + "NOT FOUND", "    looked for in \(places.joined(separator: ", "))"]
            }
    }

    /// The symbols that no library defines.
    private var symbols: [String] {
        guard let names = inspection.tree?.unresolved, !names.isEmpty else { return [] }
        let isPartial = inspection.tree?.dependencies.contains { $0.found == nil } ?? false
        let head = "symbols that no library defines\(isPartial ? " (missing libraries may define them)" : ""):"
        let more = names.count > Self.listLimit ? ["  and \(names.count - Self.listLimit) more"] : []
        return ["", head] + ReadableSymbols.texts(of: Array(names.prefix(Self.listLimit))).map { "  \($0)" } + more
    }

    /// The classes and how many cases each has.
    private var classes: [String] {
        guard let registry = inspection.registry else { return [] }
        let concrete = registry.classes.filter { !$0.isAbstract }
        let count = concrete.reduce(0) { $0 + $1.cases.count }
        let rows = registry.classes.map { entry in
            let cases = entry.isAbstract ? "abstract" : Count.text(entry.cases.count, "case")
            return (name: registry.string(entry.name), cases: cases)
        }
        let width = rows.map(\.name.count).max() ?? 0
        return ["", "\(Count.text(concrete.count, "class", "classes")), \(Count.text(count, "case")):"]
            + rows.map { "  \($0.name.filled(to: width + 2))\($0.cases)" }
    }

    /// For a program: one JSON object in a line.
    var json: String {
        var json = JSONWriter()
        json.beginObject()
        json.member("version", "1")
        json.member("path", inspection.path)
        json.member("usable", inspection.isGood)
        json.member("faults", inspection.faults)
        if let tables = inspection.tables, let image = inspection.image { write(image, tables, to: &json) }
        if let header = inspection.header {
            json.member("abi", "\(header.major).\(header.minor)")
        }
        write(inspection.tree, to: &json)
        if let registry = inspection.registry { write(registry, to: &json) }
        json.endObject()
        return json.text
    }

    /// The file's own part.
    private func write(_ image: ELFImage, _ tables: ELFTables, to json: inout JSONWriter) {
        json.member("size", Int(clamping: tables.size))
        json.member("madeBy", tables.producers)
        json.member("swift", tables.holdsSwift)
        json.member("debugInformation", tables.holdsDebugInformation)
        json.member("buildID", tables.buildID)
        json.member("soname", image.soname)
        json.member("runPath", image.runPath.entries)
        json.member("exports", (try? tables.exported()) ?? [])
    }

    /// Writes the libraries that it needs.
    private func write(_ tree: DependencyTree?, to json: inout JSONWriter) {
        guard let tree else { return }
        json.objects("needs", tree.dependencies) { json, item in
            json.member("name", item.name)
            json.member("neededBy", item.neededBy)
            json.member("path", item.found?.path)
            json.member("by", item.found?.by)
            json.member("fault", item.fault)
        }
        json.member("unresolved", tree.unresolved)
    }

    /// Its classes.
    private func write(_ registry: Registry, to json: inout JSONWriter) {
        json.member("producer", registry.bundles.first?.producer)
        json.objects("classes", registry.classes) { json, entry in
            json.member("name", registry.string(entry.name))
            json.member("abstract", entry.isAbstract)
            json.member("cases", registry.cases[entry.cases].map { registry.string($0.name) })
        }
    }
}
