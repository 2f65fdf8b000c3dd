// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// A message from a worker to the host, over its pipe: everything that does not fit the shared table.
enum WorkerMessage: Equatable {
    /// The requested bundles are loaded and listed, as far as possible.
    case ready
    /// The libraries that came with the bundles that were listed.
    case libraries([LoadedDependency])
    /// A child of the worker, forked for a class or a case, has ended otherwise than it should. The worker waits for the
    /// host to note that, and to say go.
    case childEnded(hasExited: Bool, value: Int32)
    /// The system refused a worker a child, with an `errno`. The worker waits for the host to say whether to try again.
    case childRefused(code: Int32)
    /// A bundle cannot be used.
    case loadFault(bundle: UInt32, LoadFault)
    /// Something went wrong in an activity; `isLate` when that had ended already.
    case issue(Issue, activity: UInt64, isLate: Bool)
    /// What an activity has left running at the end of its process, and by which calls it was started.
    case left(Issue, by: [TaskTrace.Place], activity: UInt64)
    /// Why an activity is skipped, with what its own framework writes of that.
    case skip(reason: String?, record: String? = nil, activity: UInt64, isLate: Bool)
    /// A remark that goes with an activity.
    case log(String, activity: UInt64, isLate: Bool)
    /// A property of an activity.
    case property(CaseProperty, activity: UInt64, isLate: Bool)
    /// An attachment that has been copied.
    case attachment(StagedAttachment, activity: UInt64, isLate: Bool)

    /// Which task of an activity had each turn.
    case turns(TaskTrace, activity: UInt64)

    /// The worker has few units left, or none.
    case needsUnits

    /// A test asks for random numbers, and waits in the table for the keys of their streams.
    case needsStreams

    /// A bundle has opened libraries itself, so the worker opens no other behind it.
    case keptFor(bundle: UInt32)

    /// Something in a bundle is left to the system that the seed was to decide.
    case unseeded(bundle: UInt32, Chance.Obstacle)

    /// The longest text that is sent whole; a longer one is cut, with a note.
    static let textLimit = 1 << 20

    /// The longest payload that a worker sends: six texts, and room for the numbers between them.
    static let lengthLimit = UInt32(6 * textLimit + 1024)

    /// The activity that it is about, unless that had ended already; nil for none.
    var activity: Activity? {
        switch self {
        case .issue(_, let number, false), .skip(_, _, let number, false), .log(_, let number, false),
            .property(_, let number, false), .attachment(_, let number, false), .turns(_, let number):
            Activity(number: number)
        default: nil
        }
    }

    /// The message, about no activity if it is late and about one that is impossible.
    func believed(if isPossible: (Activity) -> Bool) -> WorkerMessage {
        func checked(_ number: UInt64) -> UInt64 {
            Activity(number: number).map(isPossible) == true ? number : TESTKIT_NO_ACTIVITY
        }
        return switch self {
        case .issue(let issue, let number, true): .issue(issue, activity: checked(number), isLate: true)
        case .left(let issue, let calls, let number): .left(issue, by: calls, activity: checked(number))
        case .attachment(let staged, let number, true): .attachment(staged, activity: checked(number), isLate: true)
        default: self
        }
    }

    /// The frame's number of the kind.
    private var tag: UInt32 {
        switch self {
        case .ready: 1
        case .loadFault: 2
        case .issue: 3
        case .skip: 4
        case .log: 5
        case .childEnded: 6
        case .attachment: 7
        case .libraries: 8
        case .needsStreams: 9
        case .unseeded: 10
        case .childRefused: 11
        case .keptFor: 13
        case .turns: 14
        case .needsUnits: 15
        case .property: 16
        case .left: 17
        }
    }

    /// The room that is enough for nearly every frame.
    private static let usualRoom = 4096

    /// The frame: mark, length of what follows, kind, fields.
    ///
    /// The mark is drawn for each worker, so that nothing that a bundle writes to the pipe passes for a message, or hides
    /// one.
    func encoded(mark: UInt32) -> [UInt8] {
        encoded(mark: mark, room: Self.usualRoom) ?? encoded(mark: mark, room: Int(Self.lengthLimit) + 8) ?? []
    }

    /// Returns the frame if it fits some room; otherwise nil.
    private func encoded(mark: UInt32, room: Int) -> [UInt8]? {
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            var frame = ByteWriter(UnsafeMutableRawBufferPointer(buffer))
            frame.append(mark)
            frame.append(UInt32(0))
            frame.append(tag)
            encode(to: &frame)
            frame.overwrite(at: 4, with: UInt32(clamping: frame.count - 8))
            (count, isWhole) = (frame.count, !frame.isFull)
        }
        return isWhole ? bytes : nil
    }

    /// Appends what follows the kind.
    private func encode(to frame: inout ByteWriter) {
        switch self {
        case .ready, .needsStreams, .needsUnits: break
        case .libraries(let libraries):
            frame.append(UInt32(libraries.count))
            for library in libraries { library.encode(to: &frame) }
        case .childEnded(let hasExited, let value):
            frame.append(hasExited ? UInt32(1) : 0)
            frame.append(value)
        case .childRefused(let code): frame.append(code)
        case .keptFor(let bundle): frame.append(bundle)
        case .turns(let trace, let activity):
            frame.append(activity)
            trace.encode(to: &frame)
        case .unseeded(let bundle, let obstacle):
            frame.append(bundle)
            frame.append(obstacle.rawValue)
        case .loadFault(let bundle, let fault):
            frame.append(bundle)
            frame.append(fault.kind.rawValue)
            frame.append(text: Self.cut(fault.reason))
        case .issue(let issue, let activity, let isLate):
            frame.append(activity)
            frame.append(isLate ? UInt32(1) : 0)
            issue.encode(to: &frame)
        case .left(let issue, let calls, let activity):
            frame.append(activity)
            frame.append(UInt32(calls.count))
            for call in calls { call.encode(to: &frame) }
            issue.encode(to: &frame)
        case .skip(let reason, let record, let activity, let isLate):
            frame.append(activity)
            frame.append(isLate ? UInt32(1) : 0)
            for text in [reason, record] { frame.append(optional: text.map(Self.cut)) }
        case .log(let text, let activity, let isLate):
            frame.append(activity)
            frame.append(isLate ? UInt32(1) : 0)
            frame.append(text: Self.cut(text))
        case .property(let property, let activity, let isLate):
            frame.append(activity)
            frame.append(isLate ? UInt32(1) : 0)
            for text in [property.name, property.value] { frame.append(text: Self.cut(text)) }
        case .attachment(let staged, let activity, let isLate):
            frame.append(activity)
            frame.append(isLate ? UInt32(1) : 0)
            frame.append(staged.number)
            frame.append(staged.size)
            frame.append(text: Self.cut(staged.name))
        }
    }

    /// Returns a text as it is sent; a long one is cut, with a note.
    static func cut(_ text: String) -> String {
        let count = text.utf8.count
        if count <= textLimit { return text }
        return String(decoding: text.utf8.prefix(textLimit - 64), as: UTF8.self) + "\n[cut: \(count) bytes in all]"
    }

    /// Reads the part of a frame that follows its length.
    init(payload reader: inout ByteReader) throws(ByteReader.Exhausted) {
        switch try reader.read(UInt32.self) {
        case 1: self = .ready
        case 2:
            let bundle = try reader.read(UInt32.self)
            guard let kind = LoadFault.Kind(rawValue: try reader.read()) else { throw ByteReader.Exhausted() }
            self = .loadFault(bundle: bundle, LoadFault(received: kind, try reader.readString()))
        case 3:
            let (activity, isLate) = (try reader.read(UInt64.self), try reader.read(UInt32.self) != 0)
            self = .issue(try Issue(from: &reader), activity: activity, isLate: isLate)
        case 4:
            let (activity, isLate) = (try reader.read(UInt64.self), try reader.read(UInt32.self) != 0)
            self = .skip(
                reason: try reader.readOptionalString(), record: try reader.readOptionalString(), activity: activity,
                isLate: isLate)
        case 5:
            let (activity, isLate) = (try reader.read(UInt64.self), try reader.read(UInt32.self) != 0)
            self = .log(try reader.readString(), activity: activity, isLate: isLate)
        case 6: self = .childEnded(hasExited: try reader.read(UInt32.self) != 0, value: try reader.read())
        case 7:
            let (activity, isLate) = (try reader.read(UInt64.self), try reader.read(UInt32.self) != 0)
            let (number, size) = (try reader.read(UInt64.self), try reader.read(UInt64.self))
            let staged = StagedAttachment(name: try reader.readString(), number: number, size: size)
            self = .attachment(staged, activity: activity, isLate: isLate)
        case 8:
            var libraries: [LoadedDependency] = []
            for _ in 0..<(try reader.read(UInt32.self)) { libraries.append(try LoadedDependency(from: &reader)) }
            self = .libraries(libraries)
        case 9: self = .needsStreams
        case 10:
            let bundle = try reader.read(UInt32.self)
            guard let obstacle = Chance.Obstacle(rawValue: try reader.read()) else { throw ByteReader.Exhausted() }
            self = .unseeded(bundle: bundle, obstacle)
        case 11: self = .childRefused(code: try reader.read())
        case 13: self = .keptFor(bundle: try reader.read())
        case 14:
            let activity: UInt64 = try reader.read()
            self = .turns(try TaskTrace(from: &reader), activity: activity)
        case 15: self = .needsUnits
        case 16:
            let (activity, isLate) = (try reader.read(UInt64.self), try reader.read(UInt32.self) != 0)
            let property = CaseProperty(name: try reader.readString(), value: try reader.readString())
            self = .property(property, activity: activity, isLate: isLate)
        case 17:
            let activity: UInt64 = try reader.read()
            var calls: [TaskTrace.Place] = []
            for _ in 0..<(try reader.read(UInt32.self)) { calls.append(try TaskTrace.Place(from: &reader)) }
            self = .left(try Issue(from: &reader), by: calls, activity: activity)
        default: throw ByteReader.Exhausted()
        }
    }
}
