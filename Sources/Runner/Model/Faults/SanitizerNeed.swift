// SPDX-License-Identifier: MIT

import RunnerSupport

/// A sanitizer of a library that this runner was built without; its runtime must be in the process from the start.
public struct SanitizerNeed: Equatable, CustomStringConvertible, Sendable {
    /// The name that compilers use: `-fsanitize=address`.
    public let name: String
    /// The prefix of the functions of its runtime.
    public let prefix: String
    /// The names of its runtime's file where that is a shared library, by gcc and by clang.
    private let libraries: [String]
    /// Whether the runtime that gcc has as a shared library does.
    public var canBePreloaded = true
    /// The library with the sanitizer, where it is one that the bundle needs.
    private var holder: String?
    /// A function that the process's runtime of this sanitizer lacks; nil if the process has none of it.
    private var function: String?

    /// The sanitizers whose runtime a library may want.
    public static let all = [
        SanitizerNeed(name: "address", prefix: "__asan_", libraries: ["libasan.so", "libclang_rt.asan"]),
        SanitizerNeed(name: "thread", prefix: "__tsan_", libraries: ["libtsan.so", "libclang_rt.tsan"]),
        SanitizerNeed(name: "undefined", prefix: "__ubsan_", libraries: ["libubsan.so", "libclang_rt.ubsan"]),
    ]

    /// Returns the same need of a library that the bundle needs; nil is the bundle itself.
    public func of(_ library: String?) -> SanitizerNeed {
        var need = self
        need.holder = library
        return need
    }

    /// The need where the process has a runtime without a function.
    public func lacking(_ function: String) -> SanitizerNeed {
        var need = self
        need.function = function
        return need
    }

    /// Whether its runtime is one of some libraries.
    public func isAmong(_ files: [String]) -> Bool {
        files.contains { file in libraries.contains { file.hasPrefix($0) } }
    }

    /// The message: what is missing, and what to do.
    public var description: String {
        let subject = holder.map { "\($0), which it needs," } ?? "it"
        if let function {
            return "\(subject) calls \(function), which the \(name) sanitizer of this runner lacks: build both with "
                + "the same compiler (docs/Sanitizers.md)"
        }
        var remedies: [String] = []
        // Swift has none for undefined behaviour on Linux.
        if name != "undefined" { remedies.append("build the runner with `swift build --sanitize=\(name)`") }
        if canBePreloaded {
            remedies.append("preload the sanitizer with `LD_PRELOAD=$(gcc -print-file-name=\(libraries[0]))`")
        }
        if remedies.isEmpty { remedies.append("build it without") }
        return "\(subject) was built with the \(name) sanitizer, and this runner was not: "
            + remedies.joined(separator: ", or ") + " (docs/Sanitizers.md)"
    }
}
