// SPDX-License-Identifier: MIT

import ModuleSection

/// A number that threads share without a lock: a load sees all that was written before the store whose value it reads.
struct Atomic: ~Copyable, @unchecked Sendable {
    /// The number; changed by `atomics.h` alone.
    private let word = UnsafeMutablePointer<UInt>.allocate(capacity: 1)

    /// Begins with a number.
    init(_ value: UInt) { word.initialize(to: value) }

    deinit { word.deallocate() }

    /// Returns the number.
    func load() -> UInt { testkit_load(word) }

    /// Replaces the number.
    func store(_ value: UInt) { testkit_store(word, value) }

    /// Adds to the number, which may wrap around, and returns the sum.
    @discardableResult
    func add(_ value: UInt) -> UInt { testkit_add(word, value) }
}

/// A truth value that threads share in the same way.
struct AtomicFlag: ~Copyable, Sendable {
    /// 1 if it is set.
    private let word = Atomic(0)

    /// Whether it is set.
    var isSet: Bool { word.load() != 0 }

    /// Sets it, or takes it back.
    func set(_ value: Bool = true) { word.store(value ? 1 : 0) }
}
