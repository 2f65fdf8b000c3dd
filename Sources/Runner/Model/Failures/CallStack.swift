// SPDX-License-Identifier: MIT

import RunnerSupport

/// The call stack of a thread: its frames, the innermost first, and the gaps in them.
///
/// Rule 46.
public struct CallStack: Equatable, Sendable {
    /// A place in it.
    public enum Entry: Equatable, Sendable {
        /// A frame.
        case frame(StackFrame)
        /// So many frames that were not kept.
        case gap(Int)

        /// The frame; nil for a gap.
        public var stackFrame: StackFrame? { if case .frame(let frame) = self { frame } else { nil } }
    }

    /// The name of the runner in frames.
    public static let hostImage = "runner"

    /// All of it.
    public var entries: [Entry] = []
    /// Whether the thread crashed since its stack had no more room.
    public var hasOverflowed = false
    /// Whether it is no thread's, but where a task goes on that waits, and those that wait for it.
    public var isTask = false

    /// Makes one from its parts.
    public init(entries: [Entry] = []) { self.entries = entries }

    /// Whether nothing is known.
    var isEmpty: Bool { entries.isEmpty }

    /// The frames that are known.
    var frames: [StackFrame] { entries.compactMap(\.stackFrame) }

    // MARK: Joining

    /// This stack, walked by unwind tables, completed by Swift's backtracer.
    ///
    /// The tables miss no frame. The backtracer follows frame pointers and loses those beyond the C library, but it knows
    /// functions that were put into others, and callers that wait for asynchronous ones.
    func joined(with other: CallStack) -> CallStack {
        if isEmpty { return other }
        var groups = Self.groups(of: other.frames)
        var (result, last): ([Entry], Int?) = ([], nil)
        for entry in entries {
            guard case .frame(let own) = entry,
                let found = groups.indices.first(where: { $0 > last ?? -1 && Self.isSame(groups[$0], own) })
            else {
                result.append(entry)
                continue
            }
            last = found
            let end = groups[found].count - 1
            // Addresses of this walk show which library, and which symbol of it.
            groups[found][end].symbol = own.symbol
            groups[found][end].path = own.path
            if groups[found][end].file == nil, own.symbol != nil, groups[found].count == 1 { groups[found] = [own] }
            result += groups[found].map(Entry.frame)
            let rest = groups[(found + 1)...].joined()
            if rest.first?.isAsync == true { return CallStack(entries: result + rest.map(Entry.frame)) }
        }
        guard let last else { return self }
        // Where the tables ended before the frame pointers did.
        if case .frame(let outermost)? = entries.last, Self.isSame(groups[last], outermost) {
            result += groups[(last + 1)...].joined().map(Entry.frame)
        }
        return CallStack(entries: result)
    }

    /// The frames that have one address: functions that were put into another, and that one.
    private static func groups(of frames: [StackFrame]) -> [[StackFrame]] {
        var groups: [[StackFrame]] = []
        var inlined: [StackFrame] = []
        for frame in frames {
            inlined.append(frame)
            if frame.isInlined { continue }
            groups.append(inlined)
            inlined = []
        }
        return inlined.isEmpty ? groups : groups + [inlined]
    }

    /// Whether a frame of the backtracer's is the one at an address.
    private static func isSame(_ group: [StackFrame], _ frame: StackFrame) -> Bool {
        guard let last = group.last, !last.isAsync else { return false }
        return last.address == frame.address || frame.isReturn && last.address &+ 1 == frame.address
    }

    // MARK: Whose frames they are

    /// Whether a frame belongs to the runner.
    ///
    /// The program has no path; the backtracer knows it by its file.
    private static func isHost(_ frame: StackFrame) -> Bool { frame.image == hostImage || frame.path == "" }

    /// Whether a frame belongs to TestKit, in a bundle or as a library of its own.
    private static func isTestKit(_ frame: StackFrame) -> Bool {
        if let symbol = frame.symbol, symbol.hasPrefix("$s7TestKit") || symbol.hasPrefix("$s16TestKitResources") {
            return true
        }
        return frame.file?.contains("/Sources/TestKit/") == true || frame.image.hasPrefix("libTestKit")
    }

    /// Whether a frame belongs to code that the plug-in, the package manager or a macro wrote, or that the compiler made itself.
    private static func isGenerated(_ frame: StackFrame) -> Bool {
        let thunks = ["partial apply for ", "thunk for ", "reabstraction thunk ", "protocol witness for ", "@objc "]
        if thunks.contains(where: frame.function.hasPrefix) { return true }
        // XCTest's list of a class's tests, which the package manager writes.
        if frame.function.contains(".__allTests__") { return true }
        guard let file = frame.file else { return false }
        return file.hasSuffix("/TestRegistration.swift") || file.hasSuffix("<compiler-generated>")
            || file.contains(".derived/") || file.contains("/@__swiftmacro_")
    }

    /// Whether a frame belongs to a test framework or to the adapter.
    private static func isFramework(_ frame: StackFrame) -> Bool {
        ["libXCTest.so", "libXCTestAdapter.so", "libTesting.so", "lib_Testing"].contains { frame.image.hasPrefix($0) }
    }

    /// Whether a frame belongs to Swift's library after it has found an error, whose message is the reason.
    private static func isReasoning(_ frame: StackFrame) -> Bool {
        if frame.image.hasPrefix("libswiftSwiftOnoneSupport"), frame.function.hasPrefix("specialized ") { return true }
        return isSystem(frame)
            && ["_assertionFailure(", "_fatalErrorMessage("].contains { frame.function.contains($0) }
    }

    /// The prefixes of functions that write a message and then end the process.
    private static let speaking = [
        "swift::fatalError", "swift::swift_abort", "swift::swift_dynamicCastFailure", "__libc_message", "__assert_fail",
        "__gnu_cxx::__verbose_terminate_handler", "abort_message",
    ]

    /// The innermost frames, of the system's libraries, up to the last that writes a message and ends the process.
    private static func spoken(_ entries: ArraySlice<Entry>) -> ArraySlice<Entry> {
        let system = entries.prefix { $0.stackFrame.map { isSystem($0) && !$0.image.isEmpty } ?? false }
        let frames = system.compactMap(\.stackFrame)
        let last = frames.indices.last { index in
            if speaking.contains(where: frames[index].function.hasPrefix) { return true }
            // The function that writes for the C library often has no symbol, but the library aborts after a message alone.
            guard frames[index].function == "abort", index + 1 < frames.count else { return false }
            return runtimes.contains { frames[index + 1].image.hasPrefix($0) }
        }
        return last.map { system.prefix($0 + 1) } ?? []
    }

    /// The libraries that abort after a message.
    private static let runtimes = ["libc.so", "libstdc++", "libc++abi"]

    /// Whether the process ended in a function that writes a message before.
    var hasSpoken: Bool { !Self.spoken(entries[...]).isEmpty }

    /// Whether a frame belongs to the system's libraries or to Swift's.
    private static func isSystem(_ frame: StackFrame) -> Bool {
        if isFramework(frame) { return true }
        if let path = frame.path, isInSystemDirectory(path) || path.hasPrefix("linux-vdso") { return true }
        let families = [
            "libswift", "libdispatch", "libBlocksRuntime", "libFoundation", "lib_Foundation", "libc.so", "libpthread",
            "libm.so", "libstdc++", "libgcc_s", "ld-linux", "[vdso]",
        ]
        return isSanitizer(frame) || families.contains { frame.image.hasPrefix($0) }
    }

    /// Whether a frame belongs to a sanitizer's runtime that is a library; otherwise the runtime is part of the host.
    private static func isSanitizer(_ frame: StackFrame) -> Bool {
        ["libasan", "libtsan", "libubsan", "libclang_rt"].contains { frame.image.hasPrefix($0) }
    }

    /// Whether a library is in one of the loader's own directories, and not in one below them: `/usr/lib/team/Shop.so` is not.
    private static func isInSystemDirectory(_ path: String) -> Bool {
        guard path.hasPrefix("/") else { return false }
        var parts = path.split(separator: "/").dropLast()
        if parts.first == "usr" { parts.removeFirst() }
        guard let first = parts.popFirst(), ["lib", "lib32", "lib64"].contains(first) else { return false }
        return parts.isEmpty || parts.count == 1 && parts.allSatisfy { $0.hasSuffix("-linux-gnu") }
    }

    /// Whether a frame's source file is one that comes with the system or with Swift, put into the suite's code.
    private static func isForeignSource(_ file: String) -> Bool {
        let beginnings = ["/usr/include/", "/usr/lib/", "/usr/local/include/", "/home/build-user/", "<"]
        return beginnings.contains { file.hasPrefix($0) }
            || ["/include/c++/", "/lib/clang/", "/<"].contains { file.contains($0) }
    }

    // MARK: What is shown of it

    /// The stack as far as it is the suite's: without the runner's frames, TestKit's, generated code's, and what the
    /// system's libraries do before they call other code.
    var relevant: CallStack {
        // Where a sanitizer stopped, its runtime and the runner's hook for it are the innermost frames.
        let called = entries.drop { $0.stackFrame.map { Self.isHost($0) || Self.isSanitizer($0) } ?? false }
        if called.count < entries.count {
            let caller = Self.cut(called)
            if caller.hasOwnFrame { return caller }
        }
        let whole = Self.cut(entries[...])
        // Between a function of the system's and its caller may be the runner's function in place of it.
        func isHost(_ entry: Entry) -> Bool { entry.stackFrame.map(Self.isHost) ?? false }
        let caller = Self.cut(entries.drop { !isHost($0) }.drop(while: isHost))
        return !whole.hasOwnFrame && caller.hasOwnFrame ? CallStack(entries: whole.entries + caller.entries) : whole
    }

    /// The informative part of a task's calls: those in sources, and the innermost of the others, in which it waits.
    var ofTask: CallStack {
        let all = relevant.frames
        let located = all.filter { $0.line > 0 }
        let waitsIn = all.prefix { $0.line == 0 }.last
        var shown = self
        shown.entries = ([waitsIn].compactMap(\.self) + located).map(Entry.frame)
        return shown
    }

    /// Returns entries up to the runner's first frame, without frames of the machinery.
    private static func cut(_ entries: ArraySlice<Entry>) -> CallStack {
        var kept: [Entry] = []
        // The functions that wrote the reason.
        for entry in entries.dropFirst(spoken(entries).count) {
            guard case .frame(let frame) = entry else {
                kept.append(entry)
                continue
            }
            // From the first frame of the host or of TestKit's machinery on, it is the same for every case.
            if isHost(frame) || frame.file?.contains("/Sources/TestKit/Life/") == true { break }
            if isTestKit(frame) || isGenerated(frame) || isReasoning(frame) { continue }
            // A function of the system's that has no name says nothing.
            if isSystem(frame), frame.function.hasPrefix("0x") { continue }
            kept.append(entry)
        }
        let isAnybodys = CallStack(entries: kept).hasOwnFrame
        // A main thread that waits for a test's tasks: by which functions of the adapter's says nothing.
        if !isAnybodys, let first = kept.firstIndex(where: { $0.stackFrame.map(isFramework) ?? false }), first > 0 {
            kept.removeSubrange(first...)
        }
        while isAnybodys, let last = kept.last, last.stackFrame.map(isSystem) ?? true { kept.removeLast() }
        return CallStack(entries: kept)
    }

    /// Whether there is a frame that is not of the system's libraries.
    private var hasOwnFrame: Bool { frames.contains { !Self.isSystem($0) && !$0.image.isEmpty } }

    /// Whether the stack belongs to a thread of libdispatch that waits for work or events.
    var isIdle: Bool {
        // The thread's outermost frame is the runner's, where that has started it.
        let frames = relevant.frames
        return frames.contains { $0.image.hasPrefix("libdispatch") }
            && frames.allSatisfy { frame in
                ["libdispatch", "libc.so", "libpthread", "linux-vdso", "[vdso]"].contains { frame.image.hasPrefix($0) }
            }
    }

    /// Whether a frame of it is the suite's, and not the system's, the runner's or TestKit's.
    var isAnybodys: Bool { relevant.hasOwnFrame }

    /// Whether this and a walk by frame pointers belong to the same thread: they agree on the frames of which both are sure.
    func isSameThread(as other: CallStack) -> Bool {
        guard let own = frames.first, let found = other.frames.first else { return false }
        if own.address == found.address { return true }
        // A frame that is asleep is the same in both; the one that the signal came to may not be.
        let addresses = Set(frames.filter(\.isReturn).map(\.address))
        return other.frames.contains { addresses.contains($0.address) && !Self.isSystem($0) }
    }

    /// The innermost frame in the suite's sources.
    ///
    /// The suite is the outermost library that is neither the host's nor the system's: the functions that it calls may be in any.
    public var place: StackFrame? {
        let frames = relevant.frames.filter { !Self.isSystem($0) }
        let located = frames.filter { frame in
            frame.line > 0 && frame.file.map { !$0.isEmpty && !Self.isForeignSource($0) } ?? false
        }
        let suite = frames.last?.image
        return located.first { $0.image == suite } ?? located.first
    }

    // MARK: Lines

    /// The most lines of a stack.
    private static let lineLimit = 60
    /// The number of repetitions from which a recursion is folded.
    private static let repeatLimit = 4
    /// The most functions of a recursion that is folded.
    private static let ringLimit = 4

    /// A line for each frame; the middle of a long stack is left out, and functions that call themselves are shown once.
    var lines: [String] {
        var lines: [String] = []
        var rest = entries[...]
        while let first = rest.first {
            if let ring = Self.ring(rest) {
                lines += rest.prefix(ring.length).compactMap { $0.stackFrame?.text }
                let names = ring.names.map { "`\($0)`" }.joined(separator: " and ")
                lines.append("… \(ring.total - ring.length) more of \(names)")
                rest = rest.dropFirst(ring.entries)
                continue
            }
            switch first {
            case .frame(let frame): lines.append(frame.text)
            case .gap(let count): lines.append("… \(count) frames are left out")
            }
            rest = rest.dropFirst()
        }
        if lines.count <= Self.lineLimit { return lines }
        let (inner, outer) = (Self.lineLimit * 2 / 3, Self.lineLimit / 3)
        return lines.prefix(inner) + ["… \(lines.count - inner - outer) frames left out"] + lines.suffix(outer)
    }

    /// Functions that call each other over and over, from the beginning of some entries on.
    ///
    /// The numbers of functions in a round, of entries with them, and of their frames, with those that were not kept.
    private static func ring(
        _ entries: ArraySlice<Entry>
    ) -> (length: Int, entries: Int, total: Int, names: [String])? {
        let keys = entries.map { $0.stackFrame.map { $0.function + "\n" + $0.image } }
        for length in 1...ringLimit where keys.count >= length * repeatLimit {
            let round = keys.prefix(length)
            let isRepeated = (0..<length * repeatLimit).allSatisfy { keys[$0] == keys[$0 % length] }
            guard isRepeated, !round.contains(nil) else { continue }
            let members = Set(round.compactMap(\.self))
            var (count, total) = (0, 0)
            while count < keys.count {
                if let key = keys[count] {
                    guard members.contains(key) else { break }
                    total += 1
                } else {
                    // The frames that were not kept lie between frames of the ring.
                    guard count + 1 < keys.count, let next = keys[count + 1], members.contains(next),
                        case .gap(let size) = entries[entries.startIndex + count]
                    else { break }
                    total += size
                }
                count += 1
            }
            let names = entries.prefix(length).compactMap { $0.stackFrame?.function }
            return (length, count, total, names)
        }
        return nil
    }
}
