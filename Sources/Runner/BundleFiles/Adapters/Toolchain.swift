// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// A Swift toolchain on this machine.
public struct Toolchain: Hashable {
    /// The directory with `bin/swiftc`.
    let root: String

    /// Where a toolchain has its libraries.
    private static let libraries = "/lib/swift/linux"

    /// The directory of its libraries.
    var libraryDirectory: String { root + Self.libraries }

    /// The library of Swift Testing.
    var testing: String { libraryDirectory + "/libTesting.so" }

    /// The toolchain that built a test executable: where that looks for its libraries, else one of `PATH`.
    static func builder(of file: BundleFile) throws(LoadFault) -> Toolchain {
        let runPaths = (try? ELFImage.inspect(path: file.path, entry: nil).runPath.entries) ?? []
        let own = runPaths.filter { $0.hasSuffix(libraries) }.map { String($0.dropLast(libraries.count)) }
        if let root = own.first(where: isThere) { return Toolchain(root: root) }
        guard let root = inPath.first(where: isThere) else {
            throw LoadFault(.adapter(.noToolchain))
        }
        let other = Toolchain(root: root)
        // Without debugging information it does not say what built it.
        if let wanted = CompilerVersion.first(in: file.path), let found = other.version, wanted != found {
            throw LoadFault(.adapter(.otherToolchain(wanted: "\(wanted)", root: root, found: "\(found)")))
        }
        return other
    }

    /// Whether a directory contains a toolchain.
    private static func isThere(_ root: String) -> Bool { access(root + "/bin/swiftc", X_OK) == 0 }

    /// The version of its compiler, as the interface of its Testing has it.
    private var version: String? {
        var system = utsname()
        guard uname(&system) == 0 else { return nil }
        let machine = withUnsafeBytes(of: &system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let modules = "\(root)\(Self.libraries)/Testing.swiftmodule"
        // Between them the vendor: "unknown", in Debian's toolchain "pc".
        let name = FilePath.names(in: modules).first {
            $0.hasPrefix("\(machine)-") && $0.hasSuffix("-linux-gnu.swiftinterface")
        }
        return name.flatMap { CompilerVersion.first(in: "\(modules)/\($0)") }
    }

    /// The toolchains of `PATH`, the first first.
    public static var inPath: [String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return path.split(separator: ":").compactMap { directory in
            guard let real = FilePath.real("\(directory)/swiftc") else { return nil }
            let parts = real.split(separator: "/")
            return parts.count < 3 ? nil : "/" + parts.dropLast(2).joined(separator: "/")
        }
    }

    /// The key of an adapter: the current toolchain and the adapter's sources.
    var key: String {
        var hash = SipHash24(k0: 0, k1: OrderKey.domain)
        hash.append(root.utf8)
        if let information = stat(path: testing) {
            for number in [information.st_size, information.st_mtim.tv_sec, information.st_mtim.tv_nsec] {
                withUnsafeBytes(of: number) { hash.append($0) }
            }
        }
        // Images of one toolchain after the other may have files of one time.
        hash.append(BuildIdentifier.read(path: testing) ?? [])
        for source in AdapterSources.all { hash.append(source.contents) }
        return hash.finalized().hexadecimal
    }

    /// The library that opens a test executable, where the answers for other executables are known.
    static func find(
        for file: BundleFile, known: inout [Toolchain: Result<String, LoadFault>], retries: Bool, say: (String) -> Void
    ) -> Result<String, LoadFault> {
        let toolchain: Toolchain
        do throws(LoadFault) { toolchain = try builder(of: file) } catch { return .failure(error) }
        if let answer = known[toolchain] { return answer }
        let answer = Result { () throws(LoadFault) in try AdapterMaker(toolchain).library(retries: retries, say: say) }
        known[toolchain] = answer
        return answer
    }
}
