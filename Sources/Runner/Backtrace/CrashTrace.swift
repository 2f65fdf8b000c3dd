import WorkerShims

/// Where the threads of a process were when it crashed, as addresses: a copy of what it wrote in shared memory.
///
/// A bundle's code may have written there, so nothing in it is believed that is not checked.
struct CrashTrace: Equatable {
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
    /// The stack of the thread that crashed, the innermost frame first.
    private(set) var entries: [Entry] = []

    /// Copies a trace; nil where none was begun.
    init?(copying trace: UnsafePointer<crash_trace>) {
        guard trace.pointee.state != TRACE_EMPTY.rawValue else { return nil }
        let capacity = min(Int(trace.pointee.image_count), Int(TRACE_IMAGES))
        for index in 0..<capacity {
            var path = [CChar](repeating: 0, count: Int(TRACE_PATH_MAX))
            let text = String(cString: crash_trace_path(trace, UInt32(index), &path))
            images.append(Image(base: crash_trace_base(trace, UInt32(index)), path: text))
        }
        let count = crash_trace_frame_count(trace, 0)
        var number: UInt32 = 0
        while number < count {
            guard let frame = crash_trace_frame(trace, 0, number) else {
                let next = crash_trace_first_outer(trace, 0)
                guard next > number else { return }
                entries.append(.gap(Int(next - number)))
                number = next
                continue
            }
            let image = Int(frame.pointee.image)
            entries.append(
                .frame(
                    address: frame.pointee.address, isReturn: frame.pointee.is_return != 0,
                    image: image < images.count ? image : nil))
            number += 1
        }
    }

    /// Makes a trace of a test's.
    init(images: [Image], entries: [Entry]) {
        self.images = images
        self.entries = entries
    }
}
