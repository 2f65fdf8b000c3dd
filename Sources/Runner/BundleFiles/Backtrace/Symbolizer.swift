// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// Finds the functions and lines of addresses in the files of their libraries.
///
/// The files may be malformed, so a separate process reads them. It may crash or take too long without harm.
///
/// Rule 46.
public final class Symbolizer {
    /// The name and the line of an address.
    private struct Finding {
        /// The linker's name of the function, and how far into it the address is.
        var symbol: String?
        var offset: UInt64?
        /// Its name as people write it.
        var function: String?
        /// The source line.
        var place: LineTable.Place?
        /// Whether the process was too slow to say anything of it.
        var isLate = false
    }

    /// The time limit for that process, in milliseconds.
    private let limit: Int32
    /// The number of addresses that are remembered.
    private static let capacity = 1 << 14

    /// The results so far, so that a repeated crash takes nothing.
    private var known: [TaskTrace.Place: Finding] = [:]

    /// Makes one whose processes may take some milliseconds.
    public init(limit: Int32 = 5000) { self.limit = limit }

    /// The stacks of a trace by their names, that of the thread that crashed first.
    public func stacks(of trace: CrashTrace) -> [CallStack] {
        let unknown = Set(trace.threads.joined().compactMap { place(of: $0, in: trace) }.filter { known[$0] == nil })
        if known.count + unknown.count > Self.capacity { known = [:] }
        if !unknown.isEmpty { ask(about: unknown) }
        var stacks = trace.threads.map { thread in CallStack(entries: thread.map { entry(of: $0, in: trace) }) }
        if !stacks.isEmpty { stacks[0].hasOverflowed = trace.isStackOverflow }
        for index in stacks.indices.suffix(trace.taskCount) { stacks[index].isTask = true }
        return stacks
    }

    /// The functions and lines of some addresses in files of libraries, in the same order.
    public func frames(at places: [TaskTrace.Place]) -> [StackFrame?] {
        var (images, indices): ([CrashTrace.Image], [String: Int]) = ([], [:])
        let entries = places.map { place -> CrashTrace.Entry in
            let index = indices[place.path] ?? images.count
            if index == images.count { images.append(CrashTrace.Image(base: 0, path: place.path)) }
            indices[place.path] = index
            return .frame(address: place.address, isReturn: false, image: index)
        }
        let stacks = stacks(of: CrashTrace(images: images, threads: [entries]))
        return stacks.flatMap(\.entries).map(\.stackFrame)
    }

    /// An entry of a stack by its name; a gap stays one.
    private func entry(of entry: CrashTrace.Entry, in trace: CrashTrace) -> CallStack.Entry {
        switch entry {
        case .gap(let count): return .gap(count)
        case .frame(let address, let isReturn, let image):
            var frame = StackFrame(function: "")
            frame.address = address
            frame.isReturn = isReturn
            if let image { name(&frame, trace.images[image], place(of: entry, in: trace).flatMap { known[$0] }) }
            if frame.function.isEmpty { frame.function = "0x" + address.hexadecimal + late(entry, in: trace) }
            return .frame(frame)
        }
    }

    /// The words for an entry whose name took too long to find; empty for any other.
    private func late(_ entry: CrashTrace.Entry, in trace: CrashTrace) -> String {
        guard let place = place(of: entry, in: trace), known[place]?.isLate == true else { return "" }
        return " (its name was not found within \(limit / 1000) s)"
    }

    /// Gives a frame what is known of it.
    private func name(_ frame: inout StackFrame, _ image: CrashTrace.Image, _ finding: Finding?) {
        frame.image = image.path.isEmpty ? CallStack.hostImage : FilePath.name(of: image.path)
        frame.path = image.path
        guard let finding else { return }
        frame.symbol = finding.symbol
        frame.function = finding.function ?? finding.symbol ?? ""
        // The offset of the call, not of the instruction after it.
        frame.offset = finding.offset.map { $0 + (frame.isReturn ? 1 : 0) }
        frame.file = finding.place?.file
        frame.line = finding.place?.line ?? 0
        frame.column = finding.place?.column ?? 0
    }

    /// The place of an entry in a file, or of the call before it; nil for code in no file, and in the host, whose frames are not shown.
    private func place(of entry: CrashTrace.Entry, in trace: CrashTrace) -> TaskTrace.Place? {
        guard case .frame(let address, let isReturn, let index?) = entry else { return nil }
        let image = trace.images[index]
        if image.path.isEmpty { return nil }
        return TaskTrace.Place(path: image.path, address: address &- image.base &- (isReturn ? 1 : 0))
    }

    // MARK: The process that reads

    /// Looks addresses up in a separate process, and caches the results, misses included.
    private func ask(about places: Set<TaskTrace.Place>) {
        for place in places { known[place] = Finding() }
        let (bytes, isWhole) = PipeReading.ofFork(within: limit) { Self.answer(Array(places), to: $0) }
        take(bytes)
        if !isWhole { for place in places where known[place]?.symbol == nil { known[place]?.isLate = true } }
    }

    /// Takes the findings of the process: a line for each address, its fields parted by tabulators.
    private func take(_ bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: 9, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard fields.count == 8, let address = UInt64(fields[1]) else { continue }
            let place = TaskTrace.Place(path: fields[0], address: address)
            guard known[place] != nil else { continue }
            var finding = Finding()
            if !fields[2].isEmpty { finding.symbol = fields[2] }
            finding.offset = UInt64(fields[3])
            if !fields[4].isEmpty { finding.function = fields[4] }
            if !fields[5].isEmpty, let line = UInt32(fields[6]), let column = UInt32(fields[7]) {
                finding.place = LineTable.Place(file: fields[5], line: line, column: column)
            }
            known[place] = finding
        }
    }

    /// In the process that reads: looks up addresses, and writes what it finds, library by library.
    private static func answer(_ places: [TaskTrace.Place], to descriptor: Int32) {
        for (path, places) in Dictionary(grouping: places, by: \.path) {
            guard let sections = ObjectSections(path: path) else { continue }
            let addresses = places.map(\.address)
            let functions = SymbolTable(sections).functions(at: addresses)
            let lines = LineTable(sections).places(of: addresses)
            var text = ""
            for address in addresses {
                let (function, line) = (functions[address], lines[address])
                let fields: [String] = [
                    path, "\(address)", function?.name ?? "", function.map { "\($0.offset)" } ?? "",
                    function.map { FunctionName.readable($0.name) } ?? "", line?.file ?? "", "\(line?.line ?? 0)",
                    "\(line?.column ?? 0)",
                ]
                text += fields.map(plain).joined(separator: "\t") + "\n"
            }
            _ = Array(text.utf8).withUnsafeBytes { $0.writeAll(to: descriptor) }
        }
    }

    /// A text without what parts fields and lines.
    private static func plain(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 < 32 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }
}
