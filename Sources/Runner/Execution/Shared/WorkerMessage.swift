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
    /// A remark of an activity; `isLate` when it had ended already.
    case remark(Remark, activity: UInt64, isLate: Bool)
    /// The worker has few units left, or none.
    case needsUnits
    /// A test asks for random numbers, and waits in the table for the keys of their streams.
    case needsStreams
    /// A bundle has opened libraries itself, so the worker opens no further bundle.
    case keptFor(bundle: UInt32)
    /// Something in a bundle is left to the system that the seed was to decide.
    case unseeded(bundle: UInt32, Chance.Obstacle)

    /// A remark about an activity.
    enum Remark: Equatable {
        /// Something went wrong.
        case issue(Issue)
        /// It has left something running at the end of its process, which was started by these calls: always late.
        case left(Issue, by: [TaskTrace.Place])
        /// The reason of a skip, with the framework's own record of it.
        case skip(reason: String?, record: String? = nil)
        /// A line for the log.
        case log(String)
        /// A property.
        case property(CaseProperty)
        /// An attachment that has been copied.
        case attachment(StagedAttachment)
        /// The task of the case that had each turn.
        case turns(TaskTrace)
    }

    /// The longest payload that a worker sends: six texts, and room for the numbers between them.
    static let lengthLimit = UInt32(6 * CompactCoder.textLimit + 1024)

    /// One message of each kind, which the parts of another replace when it is read; the place is the kind's number.
    private static let blanks: [WorkerMessage] = [
        .ready, .libraries([]), .childEnded(hasExited: false, value: 0), .childRefused(code: 0),
        .loadFault(bundle: 0, LoadFault(received: .notLoadable, "")),
        .remark(.log(""), activity: 0, isLate: false), .needsUnits, .needsStreams, .keptFor(bundle: 0),
        .unseeded(bundle: 0, .tasksUnknown),
    ]

    /// The place among `blanks`.
    private var number: Int {
        switch self {
        case .ready: 0
        case .libraries: 1
        case .childEnded: 2
        case .childRefused: 3
        case .loadFault: 4
        case .remark: 5
        case .needsUnits: 6
        case .needsStreams: 7
        case .keptFor: 8
        case .unseeded: 9
        }
    }

    /// The frame: mark, length of what follows, kind, parts; nothing where it would be too long.
    ///
    /// The mark is drawn for each worker, so that nothing that a bundle writes to the pipe passes for a message, or hides
    /// one.
    func encoded(mark: UInt32) -> [UInt8] {
        var (message, payload, frame, mark) = (self, CompactCoder(), CompactCoder(), mark)
        message.pass(&payload)
        var length = UInt32(clamping: payload.bytes.count)
        if length > Self.lengthLimit { return [] }
        frame.pass(fixed: &mark)
        frame.pass(fixed: &length)
        return frame.bytes + payload.bytes
    }

    /// Reads the part of a frame that follows its length; nil if it is anything else.
    init?(payload: ArraySlice<UInt8>) {
        self = .ready
        var coder = CompactCoder(reading: payload)
        pass(&coder)
        if !coder.isComplete { return nil }
    }

    /// Passes kind and parts.
    private mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(&self, of: Self.blanks) { $0.number }
        switch self {
        case .ready, .needsStreams, .needsUnits: break
        case .libraries(var libraries):
            coder.pass(&libraries, blank: LoadedDependency()) { $0.pass(&$1) }
            self = .libraries(libraries)
        case .childEnded(var hasExited, var value):
            coder.pass(&hasExited)
            coder.pass(fixed: &value)
            self = .childEnded(hasExited: hasExited, value: value)
        case .childRefused(var code):
            coder.pass(fixed: &code)
            self = .childRefused(code: code)
        case .loadFault(var bundle, let fault):
            var (kind, reason) = (fault.kind, fault.reason)
            coder.pass(&bundle)
            coder.pass(kind: &kind)
            coder.pass(cut: &reason)
            self = .loadFault(bundle: bundle, LoadFault(received: kind, reason))
        case .remark(var remark, var activity, var isLate):
            coder.pass(fixed: &activity)
            coder.pass(&isLate)
            remark.pass(&coder)
            self = .remark(remark, activity: activity, isLate: isLate)
        case .keptFor(var bundle):
            coder.pass(&bundle)
            self = .keptFor(bundle: bundle)
        case .unseeded(var bundle, var obstacle):
            coder.pass(&bundle)
            coder.pass(kind: &obstacle)
            self = .unseeded(bundle: bundle, obstacle)
        }
    }
}

extension WorkerMessage.Remark {
    /// One remark of each kind, as in messages.
    private static let blanks: [Self] = [
        .issue(Issue(kind: .warning, message: "")), .left(Issue(kind: .warning, message: ""), by: []),
        .skip(reason: nil), .log(""), .property(CaseProperty(name: "", value: "")),
        .attachment(StagedAttachment(name: "", number: 0, size: 0)), .turns(TaskTrace()),
    ]

    /// The place among `blanks`.
    private var number: Int {
        switch self {
        case .issue: 0
        case .left: 1
        case .skip: 2
        case .log: 3
        case .property: 4
        case .attachment: 5
        case .turns: 6
        }
    }

    /// Passes kind and parts.
    fileprivate mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(&self, of: Self.blanks) { $0.number }
        switch self {
        case .issue(var issue):
            issue.pass(&coder)
            self = .issue(issue)
        case .left(var issue, var calls):
            coder.pass(&calls, blank: TaskTrace.Place(path: "", address: 0)) { $0.pass(&$1) }
            issue.pass(&coder)
            self = .left(issue, by: calls)
        case .skip(var reason, var record):
            coder.pass(cut: &reason)
            coder.pass(cut: &record)
            self = .skip(reason: reason, record: record)
        case .log(var text):
            coder.pass(cut: &text)
            self = .log(text)
        case .property(let property):
            var (name, value) = (property.name, property.value)
            coder.pass(cut: &name)
            coder.pass(cut: &value)
            self = .property(CaseProperty(name: name, value: value))
        case .attachment(var staged):
            coder.pass(cut: &staged.name)
            coder.pass(fixed: &staged.number)
            coder.pass(fixed: &staged.size)
            self = .attachment(staged)
        case .turns(var trace):
            trace.pass(&coder)
            self = .turns(trace)
        }
    }
}
