// SPDX-License-Identifier: MIT

// The forms that take seconds as numbers, from before they took a `Duration`.

/// Waits until all expectations are met; `timeout` is in seconds.
@available(*, deprecated, message: "give the time as a Duration, such as .seconds(5)")
@_documentation(visibility: internal)
@discardableResult
public func wait(
    for expectations: Expectation...,
    timeout: Double,
    enforceOrder: Bool = false,
    file: StaticString = #filePath,
    line: UInt = #line
) -> Bool {
    wait(
        for: expectations, timeout: TimeLimit.duration(timeout), enforceOrder: enforceOrder, file: file, line: line)
}

/// As the form for single expectations, for an array.
@available(*, deprecated, message: "give the time as a Duration, such as .seconds(5)")
@_documentation(visibility: internal)
@discardableResult
public func wait(
    for expectations: [Expectation],
    timeout: Double,
    enforceOrder: Bool = false,
    file: StaticString = #filePath,
    line: UInt = #line
) -> Bool {
    wait(
        for: expectations, timeout: TimeLimit.duration(timeout), enforceOrder: enforceOrder, file: file, line: line)
}

/// Waits until all expectations are met, and lets the thread go meanwhile; `timeout` is in seconds.
@available(*, deprecated, message: "give the time as a Duration, such as .seconds(5)")
@_documentation(visibility: internal)
@discardableResult
public func wait(
    for expectations: Expectation...,
    timeout: Double,
    enforceOrder: Bool = false,
    file: StaticString = #filePath,
    line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation
) async -> Bool {
    await wait(
        for: expectations, timeout: TimeLimit.duration(timeout), enforceOrder: enforceOrder, file: file, line: line,
        isolation: isolation)
}

/// As the `async` form for single expectations, for an array.
@available(*, deprecated, message: "give the time as a Duration, such as .seconds(5)")
@_documentation(visibility: internal)
@discardableResult
public func wait(
    for expectations: [Expectation],
    timeout: Double,
    enforceOrder: Bool = false,
    file: StaticString = #filePath,
    line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation
) async -> Bool {
    await wait(
        for: expectations, timeout: TimeLimit.duration(timeout), enforceOrder: enforceOrder, file: file, line: line,
        isolation: isolation)
}

/// Waits for a time, in seconds.
@available(*, deprecated, renamed: "wait(for:file:line:)", message: "give the time as a Duration, such as .seconds(5)")
@_documentation(visibility: internal)
public func wait(_ seconds: Double, file: StaticString = #filePath, line: UInt = #line) {
    wait(for: TimeLimit.duration(seconds), file: file, line: line)
}

/// Waits for a time, in seconds, and lets the thread go meanwhile.
@available(
    *, deprecated, renamed: "wait(for:file:line:isolation:)",
    message: "give the time as a Duration, such as .seconds(5)"
)
@_documentation(visibility: internal)
public func wait(
    _ seconds: Double,
    file: StaticString = #filePath,
    line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation
) async {
    await wait(for: TimeLimit.duration(seconds), file: file, line: line, isolation: isolation)
}

extension TestCase {
    /// How long a case that waits for `finish()` may take, in seconds.
    @available(*, deprecated, renamed: "finishTimeout", message: "set finishTimeout, a Duration")
    @_documentation(visibility: internal)
    public final var timeoutInterval: Double {
        get { finishTimeout.inSeconds }
        set { finishTimeout = TimeLimit.duration(newValue) }
    }

    /// The longest slice in which the main run loop is turned while a case waits, in seconds.
    @available(*, deprecated, renamed: "runLoopSlice", message: "set runLoopSlice, a Duration")
    @_documentation(visibility: internal)
    public final var runLoopInterval: Double {
        get { runLoopSlice.inSeconds }
        set { runLoopSlice = TimeLimit.duration(newValue) }
    }

    /// Whether a case named `testAsync…` or `…Async` ends when its body returns.
    @available(*, deprecated, renamed: "finishesOnExit")
    @_documentation(visibility: internal)
    public final var finishOnExit: Bool {
        get { finishesOnExit }
        set { finishesOnExit = newValue }
    }
}
