// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// A bundle in a worker's address space, its header checked.
///
/// It is never unloaded: Swift cannot.
public final class LoadedBundle {
    /// The bundle's table of functions.
    let interface: UnsafePointer<testkit_bundle>
    /// Whether processes that are forked from here find done what they would do first.
    private(set) var isPrepared = false

    /// Opens a library, which runs its constructors; of a test executable, the adapter that opens it.
    public static func open(path: String, adapter: String? = nil) throws(LoadFault) -> UnsafeMutableRawPointer {
        let path = adapter ?? path
        // RTLD_LOCAL keeps teams' equal names apart; RTLD_NOW finds a missing symbol now, not in some test.
        guard let handle = worker_open_bundle(path) else {
            // Read before anything else, since other calls overwrite it.
            let cause = loaderRefusal(path: path)
            throw LoadFault(SanitizerNeed.ofRefused(path: path, reason: cause.words).map { .sanitizer($0) } ?? cause)
        }
        if let other = worker_other_file(handle, path) { throw LoadFault(.takenFor(other: String(cString: other))) }
        return handle
    }

    /// Calls a library's entry, and checks what it returns; an adapter's for a test executable.
    ///
    /// A request says what the adapter lists.
    init(
        handle: UnsafeMutableRawPointer, path: String, isAdapter: Bool, request: AdapterRequest? = nil
    ) throws(LoadFault) {
        if isAdapter, let request, !request.apply(to: handle) {
            throw LoadFault(.adapter(.refused("its adapter cannot list a part of it")))
        }
        let interface = isAdapter ? try Self.adapt(handle, path) : try Self.enter(handle)
        try Self.check(interface)
        self.interface = interface
    }

    /// Calls a library's entry.
    private static func enter(_ handle: UnsafeMutableRawPointer) throws(LoadFault) -> UnsafePointer<testkit_bundle> {
        typealias Entry = @convention(c) () -> UnsafePointer<testkit_bundle>?
        guard let symbol = dlsym(handle, TESTKIT_ENTRY_SYMBOL) else {
            throw LoadFault(.noEntry)
        }
        guard let interface = unsafeBitCast(symbol, to: Entry.self)() else {
            throw LoadFault(.nullBundle)
        }
        return interface
    }

    /// Has an adapter open a test executable.
    private static func adapt(
        _ handle: UnsafeMutableRawPointer, _ path: String
    ) throws(LoadFault) -> UnsafePointer<testkit_bundle> {
        typealias Reason = UnsafeMutablePointer<UnsafePointer<CChar>?>
        typealias Open = @convention(c) (UnsafePointer<CChar>, Reason) -> UnsafePointer<testkit_bundle>?
        guard let symbol = dlsym(handle, TESTKIT_ADAPTER_SYMBOL) else {
            throw LoadFault(.adapter(.noEntry))
        }
        var reason: UnsafePointer<CChar>?
        if let interface = unsafeBitCast(symbol, to: Open.self)(path, &reason) { return interface }
        let text = reason.map { String(cString: $0) }
        let need = SanitizerNeed.ofOwnRuntime(path: path) ?? .ofRefused(path: path, reason: text ?? "")
        throw LoadFault(need.map { .sanitizer($0) } ?? .adapter(.refused(text)))
    }

    /// Hands the bundle its host.
    func connect(_ host: UnsafePointer<testkit_host>) throws(LoadFault) {
        guard let connect = interface.pointee.connect else { return }
        if let reason = connect(interface, host) {
            throw LoadFault(.refused(String(cString: reason)))
        }
    }

    /// Has the bundle do what each process that is forked from here would have to do again; once.
    func prepare() {
        isPrepared = true
        interface.pointee.prepare?(interface)
    }

    /// Returns the system loader's message, without the path, which the report gives anyway.
    private static func loaderRefusal(path: String) -> LoadFault.Cause {
        guard let text = dlerror() else { return .refusedByLoader(nil) }
        let reason = ReadableSymbols.text(String(cString: text))
        let missing = ": cannot open shared object file: No such file or directory"
        if reason.hasSuffix(missing), !reason.hasPrefix(path) {
            return .missingLibrary(String(reason.dropLast(missing.count)))
        }
        let own = reason.hasPrefix(path + ": ") ? String(reason.dropFirst(path.utf8.count + 2)) : reason
        return .refusedByLoader(own + (mayRun(path) ? "" : "; its file system is mounted with noexec: build elsewhere"))
    }

    /// The flag `ST_NOEXEC` of <sys/statvfs.h>, which Swift's Glibc leaves out.
    private static let noExecution: UInt = 8

    /// Whether the system runs code of a file; true if it does not say.
    private static func mayRun(_ path: String) -> Bool {
        var system = statvfs()
        return statvfs(path, &system) != 0 || system.f_flag & noExecution == 0
    }

    /// Refuses a header that this host cannot read, naming the field, the expected value and the actual one.
    ///
    /// A header of another layout may be shorter: nothing is read but its first 12 bytes, which are the same in all versions.
    private static func check(_ interface: UnsafePointer<testkit_bundle>) throws(LoadFault) {
        func refuse(_ field: String, _ expected: String, _ got: String) -> LoadFault {
            LoadFault(.header(field: field, expected: expected, got: got))
        }
        let (needed, bytes) = (MemoryLayout<testkit_bundle>.size, UnsafeRawPointer(interface))
        let (magic, size) = (bytes.load(as: UInt32.self), bytes.load(fromByteOffset: 4, as: UInt32.self))
        let major = bytes.load(fromByteOffset: 8, as: UInt16.self)
        if magic != TESTKIT_MAGIC { throw refuse("magic", hexadecimal(TESTKIT_MAGIC), hexadecimal(magic)) }
        if major != TESTKIT_ABI_MAJOR { throw refuse("abi_major", "\(TESTKIT_ABI_MAJOR)", "\(major)") }
        if size < needed { throw refuse("struct_size", "at least \(needed)", "\(size)") }
        let header = interface.pointee
        func need(_ field: String, _ isThere: Bool) throws(LoadFault) {
            if !isThere { throw refuse(field, "a function", "null") }
        }
        try need("connect", header.connect != nil)
        try need("class_count", header.class_count != nil)
        try need("get_class", header.get_class != nil)
        try need("get_case", header.get_case != nil)
        try need("begin_class", header.begin_class != nil)
        try need("run_case", header.run_case != nil)
        try need("end_class", header.end_class != nil)
    }

    /// A 32-bit word as people write magic numbers.
    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = UInt64(value).hexadecimal
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
