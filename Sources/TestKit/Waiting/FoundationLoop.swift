// SPDX-License-Identifier: MIT

import Glibc

/// Foundation's main run loop, where a suite has loaded Foundation.
///
/// Nothing of Foundation is linked or loaded for it: its functions are looked up in a `libFoundation.so` that is in the
/// process already. A bundle that has Foundation linked statically hides them; there the main queue alone is served.
///
/// Unchecked: the pointers are functions and objects that live until the process ends.
struct FoundationLoop: @unchecked Sendable {
    /// `CFRunLoopRunInMode`.
    private typealias RunInMode = @convention(c) (UnsafeRawPointer?, Double, UInt8) -> Int32
    /// `CFRunLoopStop` and `CFRunLoopGetMain`.
    private typealias Stop = @convention(c) (UnsafeRawPointer?) -> Void

    /// CoreFoundation's result of a turn of a loop that has nothing to wait for.
    private static let finished: Int32 = 1

    /// The run loop that was found; written once, read on any thread.
    private static let cache = Mutex<FoundationLoop?>(nil)

    /// The loop if it has been found.
    static var found: FoundationLoop? { cache.withLock { $0 } }

    /// Runs the current thread's loop in a mode.
    private let runInMode: RunInMode
    /// Makes a loop return from its turn.
    private let stopLoop: Stop
    /// The default mode's name.
    private let mode: UnsafeRawPointer
    /// The main thread's loop.
    private let mainLoop: UnsafeRawPointer

    /// The loop; looked for if it has not been found yet, for a test may load Foundation itself.
    static func find() -> FoundationLoop? {
        cache.withLock { cached in
            if cached == nil { cached = FoundationLoop() }
            return cached
        }
    }

    /// Looks the functions up.
    private init?() {
        guard let library = dlopen("libFoundation.so", RTLD_NOW | RTLD_NOLOAD),
            let run = dlsym(library, "CFRunLoopRunInMode"),
            let stop = dlsym(library, "CFRunLoopStop"),
            let getMain = dlsym(library, "CFRunLoopGetMain"),
            let modeVariable = dlsym(library, "kCFRunLoopDefaultMode"),
            let mode = modeVariable.load(as: UnsafeRawPointer?.self),
            let main = unsafeBitCast(getMain, to: (@convention(c) () -> UnsafeRawPointer?).self)()
        else { return nil }
        runInMode = unsafeBitCast(run, to: RunInMode.self)
        stopLoop = unsafeBitCast(stop, to: Stop.self)
        self.mode = mode
        mainLoop = main
    }

    /// Turns the loop until a source was served, it was stopped or the time is over.
    ///
    /// On the main thread only. It serves the main queue as well.
    ///
    /// - Returns: False if the loop has nothing to wait for, and so did not wait.
    func turn(for span: Duration) -> Bool { runInMode(mode, span.inSeconds, 1) != Self.finished }

    /// Ends the turn that is under way, from any thread.
    ///
    /// Is lost between two turns; so turns that it must end are short.
    func stop() { stopLoop(mainLoop) }
}
