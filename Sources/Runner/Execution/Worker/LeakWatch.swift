// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// Finds the changes that a class left in its worker, which could affect the next class.
///
/// Rule 33.
final class LeakWatch {
    // One look at a class must take little, and each child of a worker takes one: nothing here is checked for exclusive
    // access, which is the worker's main thread's.

    /// The state after the last class.
    @exclusivity(unchecked) private var before: OpaquePointer
    /// The current state; the two take turns.
    @exclusivity(unchecked) private var now: OpaquePointer
    /// Whether the changes may make cases of other classes fail.
    @exclusivity(unchecked) private(set) var isSpoilt = false
    /// The threads after the last class.
    @exclusivity(unchecked) private var threads = ThreadWatch()
    /// The children at that time, ended ones included.
    @exclusivity(unchecked) private var children: Set<pid_t> = []
    /// The environment after the last class: its variables, each with a zero byte.
    ///
    /// Parsed only when it has changed.
    @exclusivity(unchecked) private var environment: [CChar]

    /// Makes the present state of the process the reference.
    ///
    /// Nil without memory.
    init?() {
        guard let before = process_state_new(), let now = process_state_new() else { return nil }
        self.before = before
        self.now = now
        process_state_take(before, nil)
        environment = Self.readEnvironment()
        threads.rebase()
        children = listedChildren(in: before)
    }

    deinit {
        free(UnsafeMutableRawPointer(before))
        free(UnsafeMutableRawPointer(now))
    }

    /// Returns the changes since the last call, in words.
    ///
    /// `hasLostPipe` says that the worker's own pipe was closed, which is not among the descriptors that are compared.
    func changes(hasLostPipe: Bool) -> [String] {
        if !hasLostPipe { return changes() }
        isSpoilt = true
        return ["descriptors closed: those of the runner"] + changes()
    }

    /// Returns the changes found by comparison.
    private func changes() -> [String] {
        // Threads come first, since a thread may undo its other changes when it ends.
        let threads = threadChanges()
        process_state_take(now, before)
        // Clears floating-point traps first: hashing uses floating point and would crash here.
        if process_state_floats(before) != process_state_floats(now) { process_calm_floats() }
        forgetBriefDescriptors()
        let children = childChanges()
        // The usual case; the rest takes as long as thousands of cases.
        if process_state_equals(before, now) != 0 { return threads + children }
        defer { swap(&before, &now) }
        let spoiling =
            environmentChanges() + simpleChanges() + attributeChanges() + floatChanges() + closedDescriptors()
            + handlerChanges() + limitChanges() + crowdChanges() + streamChanges()
        if !spoiling.isEmpty { isSpoilt = true }
        return spoiling + threads + children + openedDescriptors()
    }

    /// Makes the present state the reference: a bundle was opened, whose libraries may open files, catch
    /// signals and set variables of their own.
    func rebase() {
        threads.rebase()
        // A library may set something in a way that is not seen: no class must answer for it.
        process_state_take(now, nil)
        forgetBriefDescriptors()
        children = listedChildren(in: now)
        if process_state_equals(before, now) != 0 { return }
        // Of the attributes only a filter: libraries may choose processors and the like for themselves.
        let spoiling = simpleChanges() + attributeChanges(to: 1) + closedDescriptors() + limitChanges() + crowdChanges()
        if !spoiling.isEmpty { isSpoilt = true }
        environment = Self.readEnvironment()
        swap(&before, &now)
    }

    /// Makes the present standard output and standard error the reference: the worker has replaced them.
    func acceptOutput() { process_state_take_output(before) }

    /// Returns the changes that one look shows.
    private func simpleChanges() -> [String] {
        func compare(_ what: String, _ read: (OpaquePointer?) -> String) -> String? {
            let (old, new) = (read(before), read(now))
            return old == new ? nil : "\(what): \(old) before, \(new) now"
        }
        return [
            compare("working directory") { String(cString: process_state_directory($0)) },
            compare("root directory") { process_state_root($0) == process_state_root(before) ? "the same" : "another" },
            compare("user and group") { process_state_has_same_owner($0, before) != 0 ? "the same" : "others" },
            compare("nice value") { "\(process_state_priority($0))" },
            compare("scheduling policy") { "\(process_state_policy($0))" },
            compare("locale") { String(cString: process_state_locale($0)) },
            compare("file mode mask") { "0" + String(process_state_mask($0), radix: 8) },
            compare("blocked signals") { state in
                let blocked = process_state_blocked(state)
                return Self.list((1...64).filter { blocked >> UInt64($0 - 1) & 1 != 0 })
            },
            compare("running timers of setitimer and alarm") { process_state_timers($0) == 0 ? "none" : "some" },
            compare("timers of timer_create") { "\(process_state_left_timers($0))" },
        ].compactMap(\.self)
    }

    /// The resources that a class has used up, so that the next class may get none.
    private func crowdChanges() -> [String] {
        let words = [
            "descriptors: half of the low ones are in use", "keys of pthread_key_create: nearly all in use",
        ]
        return words.indices.filter {
            process_state_has_crowd(now, Int32($0)) != 0 && process_state_has_crowd(before, Int32($0)) == 0
        }.map { words[$0] }
    }

    /// Other streams as standard output and standard error: a buffer of a class's own may be gone when the next one prints.
    private func streamChanges() -> [String] {
        process_state_has_same_streams(before, now) != 0
            ? [] : ["stdout or stderr: replaced, or given a buffer by the class"]
    }

    /// Filters of system calls, and what else the kernel notes of a process: the next class's calls may fail for it.
    private func attributeChanges(to end: Int32 = PROCESS_STATE_ATTRIBUTES) -> [String] {
        (0..<end).compactMap { index in
            let (old, new) = (process_state_attribute(before, index), process_state_attribute(now, index))
            if old == new { return nil }
            return "\(String(cString: process_state_attribute_name(index))): \(old) before, \(new) now"
        }
    }

    /// Another rounding mode, or traps: every later class that calculates would get other results, or crash.
    ///
    /// Not looked at where bundles are opened: libraries that are compiled for fast floating-point numbers change it then.
    private func floatChanges() -> [String] {
        process_state_floats(before) == process_state_floats(now) ? [] : ["rounding or traps of floating-point numbers"]
    }

    /// Threads that were left running.
    ///
    /// A later crash of such a thread must not be blamed on another class.
    private func threadChanges() -> [String] {
        let count = threads.takeLeft()
        let isFull = threads.isPoolFull()
        if count > 0 || isFull { isSpoilt = true }
        return (count == 0 ? [] : ["threads left running: \(count)"])
            + (isFull ? ["work left that occupies all threads of libdispatch, so that no task can run"] : [])
    }

    /// The children that a class left.
    private func childChanges() -> [String] {
        let listed = listedChildren(in: now)
        let count = listed.subtracting(children).count
        children = listed
        return count == 0 ? [] : ["child processes left: \(count)"]
    }

    /// The children in a state; if the kernel does not list them, one entry 0 for all of them.
    private func listedChildren(in state: OpaquePointer) -> Set<pid_t> {
        if process_state_has_children(state) == 0 { return [] }
        let listed = [pid_t](unsafeUninitializedCapacity: Self.childCapacity) { buffer, count in
            count = Int(max(0, process_list_children(buffer.baseAddress, CInt(buffer.count))))
        }
        return listed.isEmpty ? [0] : Set(listed)
    }

    /// The most children to look at.
    private static let childCapacity = 4096

    /// Variables that came, went or changed.
    ///
    /// Their values may be secrets and are not reported.
    private func environmentChanges() -> [String] {
        let raw = Self.readEnvironment()
        if raw == environment { return [] }
        let (environment, now) = (Self.variables(self.environment), Self.variables(raw))
        self.environment = raw
        let names = Set(now.keys).union(environment.keys).filter { now[$0] != environment[$0] }
        return names.sorted().map { name in
            let what = environment[name] == nil ? "set" : now[name] == nil ? "removed" : "changed"
            return "environment variable \(name): \(what)"
        }
    }

    /// Descriptors that are open now and were not, less those of libdispatch and Foundation.
    private func newDescriptors() -> [Int32] {
        (0..<Int32(PROCESS_STATE_DESCRIPTORS)).filter {
            process_state_is_open(now, $0) != 0 && process_state_is_open(before, $0) == 0 && !Self.isRuntimes($0)
        }
    }

    /// Takes the present state anew if another thread had a descriptor open for a moment, which must not count as closed the next time.
    private func forgetBriefDescriptors() {
        for _ in 0..<3 where newDescriptors().contains(where: { !Self.staysOpen($0) }) { process_state_take(now, nil) }
    }

    /// Descriptors that were left open.
    private func openedDescriptors() -> [String] {
        let opened = newDescriptors()
        return opened.isEmpty ? [] : ["descriptors left open: \(Self.list(opened))"]
    }

    /// Descriptors that were closed, and standard ones that are something else now.
    private func closedDescriptors() -> [String] {
        let closed = (0..<Int32(PROCESS_STATE_DESCRIPTORS)).filter {
            process_state_is_open(now, $0) == 0 && process_state_is_open(before, $0) != 0
        }
        let replaced = (0..<Int32(3)).filter {
            !closed.contains($0) && process_state_standard(before, $0) != process_state_standard(now, $0)
        }
        return (closed.isEmpty ? [] : ["descriptors closed: \(Self.list(closed))"])
            + (replaced.isEmpty ? [] : ["descriptors replaced: \(Self.list(replaced))"])
    }

    /// Whether a descriptor is still open when other threads have had time to close what they just read.
    ///
    /// Starting threads read files of the system, which is no leak.
    private static func staysOpen(_ descriptor: Int32) -> Bool {
        for _ in 0..<(process_is_alone() != 0 ? 0 : patience) where fcntl(descriptor, F_GETFD) != -1 { usleep(1000) }
        return fcntl(descriptor, F_GETFD) != -1
    }

    /// The wait for that, in milliseconds.
    private static let patience = 20

    /// Whether a descriptor is one that libdispatch and Foundation open at their first use and keep: a test cannot avoid that.
    private static func isRuntimes(_ descriptor: Int32) -> Bool {
        var path = [CChar](repeating: 0, count: 64)
        let count = readlink("/proc/self/fd/\(descriptor)", &path, path.count)
        // Without /proc its kind is unknown.
        if count < 0 { return true }
        let text = String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return ["anon_inode:[eventpoll]", "anon_inode:[eventfd]", "anon_inode:[timerfd]"].contains(text)
            || text.hasPrefix("socket:") && process_is_wake_up_socket(descriptor) != 0
    }

    /// Signals whose handling changed.
    private func handlerChanges() -> [String] {
        let changed = (0..<Int32(PROCESS_STATE_SIGNALS)).filter {
            process_state_handler(before, $0) != process_state_handler(now, $0)
        }
        return changed.isEmpty ? [] : ["handlers of signals: \(Self.list(changed.map { $0 + 1 }))"]
    }

    /// Resource limits that changed.
    private func limitChanges() -> [String] {
        (0..<Int32(PROCESS_STATE_LIMITS)).compactMap { resource in
            let (old, new) = (process_state_limit(before, resource), process_state_limit(now, resource))
            return old == new ? nil : "resource limit \(resource): \(old) before, \(new) now"
        }
    }

    /// A list of numbers.
    private static func list(_ numbers: [some BinaryInteger]) -> String {
        numbers.isEmpty ? "none" : numbers.map { "\($0)" }.joined(separator: ", ")
    }

    /// The present environment.
    private static func readEnvironment() -> [CChar] {
        var result: [CChar] = []
        result.reserveCapacity(4096)
        // Null after clearenv(3).
        guard var place = process_environment() else { return result }
        while let entry = place.pointee {
            result.append(contentsOf: UnsafeBufferPointer(start: entry, count: strlen(entry) + 1))
            place += 1
        }
        return result
    }

    /// Returns the variables of an environment, by name.
    private static func variables(_ environment: [CChar]) -> [String: String] {
        var result: [String: String] = [:]
        for entry in environment.split(separator: 0) {
            let text = String(decoding: entry.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard let equals = text.firstIndex(of: "=") else { continue }
            result[String(text[..<equals])] = String(text[text.index(after: equals)...])
        }
        return result
    }
}
