// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import WorkerShims

/// Where the threads of a process were when it crashed, as addresses: a copy of what it wrote in shared memory.
///
/// A bundle's code may have written there, so nothing in it is believed that is not checked.
public struct CrashTrace: Equatable {
    /// A place in a thread's stack.
    enum Entry: Equatable {
        /// An address, of an image by its index in `images`, or of none.
        case frame(address: UInt64, isReturn: Bool, image: Int?)
        /// Frames that were not kept.
        case gap(Int)
    }

    /// A library, or the program, whose path is empty.
    struct Image: Hashable {
        /// The offset between the addresses in memory and those in its file.
        let base: UInt64
        /// Its path.
        let path: String
    }

    /// The libraries that the frames are in.
    private(set) var images: [Image] = []
    /// The stack of each thread, the innermost frame first; that of the one that crashed comes first.
    private(set) var threads: [[Entry]] = []
    /// The number of threads, the last ones, that are tasks that wait.
    private(set) var taskCount = 0
    /// Whether the stack of the thread that crashed had no more room.
    private(set) var isStackOverflow = false

    /// Makes one from its parts.
    init(images: [Image], threads: [[Entry]]) {
        self.images = images
        self.threads = threads
    }

    /// Copies a trace; nil where none was begun.
    public init?(copying trace: UnsafePointer<crash_trace>) {
        guard trace.pointee.state != TRACE_EMPTY.rawValue else { return nil }
        isStackOverflow = trace.pointee.is_stack_overflow != 0
        let capacity = min(Int(trace.pointee.image_count), Int(TRACE_IMAGES))
        for index in 0..<capacity {
            var path = [CChar](repeating: 0, count: Int(TRACE_PATH_MAX))
            let text = String(cString: crash_trace_path(trace, UInt32(index), &path))
            images.append(Image(base: crash_trace_base(trace, UInt32(index)), path: text))
        }
        for thread in 0..<min(trace.pointee.thread_count, UInt32(TRACE_THREADS)) {
            threads.append(Self.entries(of: thread, in: trace, imageCount: images.count))
        }
        taskCount = min(Int(trace.pointee.task_count), max(0, threads.count - 1))
    }

    /// Copies a thread's stack.
    private static func entries(
        of thread: UInt32, in trace: UnsafePointer<crash_trace>, imageCount: Int
    ) -> [Entry] {
        var (entries, number): ([Entry], UInt32) = ([], 0)
        let count = crash_trace_frame_count(trace, thread)
        // A bundle may overwrite it meanwhile, so the number of entries is bounded.
        while number < count, entries.count <= Int(TRACE_INNER_FRAMES + TRACE_OUTER_FRAMES) {
            guard let frame = crash_trace_frame(trace, thread, number) else {
                let next = crash_trace_first_outer(trace, thread)
                guard next > number else { break }
                entries.append(.gap(Int(next - number)))
                number = next
                continue
            }
            let image = Int(frame.pointee.image)
            entries.append(
                .frame(
                    address: frame.pointee.address, isReturn: frame.pointee.is_return != 0,
                    image: image < imageCount ? image : nil))
            number += 1
        }
        return entries
    }

    /// Returns the finding of a sanitizer in a process that ended before it could report it; nil if there is none.
    public static func headline(of trace: UnsafePointer<crash_trace>) -> String? {
        var text = [CChar](repeating: 0, count: Int(TRACE_HEADLINE_MAX))
        return crash_trace_headline(trace, &text).map { String(cString: $0) }
    }

    /// Returns the signal at which a process is about to end; nil where it has not crashed.
    ///
    /// A request of the host is no crash, and a sanitizer may let the process go on after its finding.
    public static func fatalSignal(of trace: UnsafeMutablePointer<crash_trace>, _ process: pid_t) -> Int32? {
        let isBegun = table_load(&trace.pointee.state) != TRACE_EMPTY.rawValue
        guard isBegun, trace.pointee.process == UInt32(bitPattern: process) else { return nil }
        let signal = trace.pointee.signal
        return worker_end(exited: 0, value: signal).isCrash ? signal : nil
    }
}
