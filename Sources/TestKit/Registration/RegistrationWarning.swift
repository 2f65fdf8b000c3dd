// SPDX-License-Identifier: MIT

import BundleABI

/// A warning of the build that the bundle repeats in each run; its descriptor is never freed.
struct RegistrationWarning {
    /// The warning as the host reads it.
    let descriptor: UnsafePointer<testkit_warning>

    /// Makes a warning about so many methods or functions; about something else if both are 0.
    init(_ message: StaticString, methods: UInt32, functions: UInt32, file: StaticString, line: UInt32) {
        var warning = testkit_warning()
        warning.struct_size = UInt32(MemoryLayout<testkit_warning>.size)
        warning.kind = TESTKIT_WARNING_OTHER.rawValue
        if methods > 0 { warning.kind = TESTKIT_WARNING_METHODS.rawValue }
        if functions > 0 { warning.kind = TESTKIT_WARNING_FUNCTIONS.rawValue }
        warning.test_count = max(methods, functions)
        warning.line = line
        warning.file = file.cString
        warning.message = message.cString
        let memory = UnsafeMutablePointer<testkit_warning>.allocate(capacity: 1)
        memory.initialize(to: warning)
        descriptor = UnsafePointer(memory)
    }
}
