// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// Messages from a worker: round trip, portions, and what is no message.
struct FrameDecoderTests {
    /// The first four bytes of a frame, "TKM1".
    static let mark: UInt32 = 0x314D_4B54

    /// An issue with everything that one can have.
    static let issue: Issue = {
        var issue = Issue(kind: .assertion, message: "größer", call: "expectLess(1, than: 2)")
        (issue.details, issue.comment, issue.file) = ("a\nb", "", "A.swift")
        (issue.line, issue.isLastKnownLocation, issue.phase) = (12, true, TESTKIT_PHASE_BODY.rawValue)
        return issue
    }()

    /// One of each kind.
    static let messages: [WorkerMessage] = [
        .ready, .loadFault(bundle: 3, LoadFault(received: .hung, "took too long")),
        .remark(.issue(issue), activity: 1 << 33 | 7, isLate: true),
        .remark(.issue(Issue(kind: .warning, message: "")), activity: 1, isLate: false),
        .remark(.skip(reason: "no network"), activity: 2, isLate: false),
        .remark(.skip(reason: nil, record: "{}"), activity: .max, isLate: true),
        .remark(.log("remark"), activity: 4, isLate: false),
        .remark(.property(CaseProperty(name: "ticket", value: "")), activity: 4, isLate: false),
        .remark(
            .attachment(StagedAttachment(name: "größe.txt", number: .max, size: 7)), activity: 5, isLate: true),
        .needsStreams, .needsUnits, .unseeded(bundle: 3, .tasksLinkedIn), .keptFor(bundle: .max),
        .childEnded(hasExited: true, value: -1), .childRefused(code: 11), .libraries([]),
        .remark(.turns(turns), activity: 1 << 32 | 3, isLate: false),
        .remark(
            .left(Issue(kind: .warning, message: "left"), by: [.init(path: "/lib/a.so", address: 7)]), activity: 9,
            isLate: true),
    ]

    /// A record of turns with one of each part.
    static var turns: TaskTrace {
        var trace = TaskTrace()
        (trace.turnCount, trace.choiceCount, trace.hash, trace.doubts, trace.isWhole) = (3, 1, .max, 2, true)
        (trace.excuses, trace.waits) = (1, [[0, 0], []])
        trace.places = [.init(path: "/größe.so", address: 0x1234)]
        trace.tasks = [
            .init(maker: 0, ordinal: 0, kind: .work), .init(maker: 1, ordinal: 0, kind: .work),
            .init(maker: 0, ordinal: 1, kind: .task, entry: 0),
        ]
        trace.turns = [
            .init(task: 2, last: 0, lastTurn: 1, maker: 0, count: 1, place: 0),
            .init(task: 2, last: 2, lastTurn: 1, maker: 1, count: 9, isChosen: true, wasPaused: true, hasYielded: true),
        ]
        return trace
    }

    /// The frames of all of them.
    static let stream = messages.flatMap { $0.encoded(mark: mark) }

    /// Returns the messages in some bytes, and the number of stray bytes.
    func decode(_ bytes: [UInt8], isAtEnd: Bool = false) -> (messages: [WorkerMessage], stray: Int) {
        var decoder = FrameDecoder(mark: Self.mark)
        decoder.append(bytes)
        let messages = decoder.takeMessages(isAtEnd: isAtEnd)
        return (messages, decoder.strayCount)
    }

    @Test("round trip")
    func roundTrip() {
        let (messages, stray) = decode(Self.stream)
        #expect(messages == Self.messages)
        #expect(stray == 0)
    }

    @Test("portions", arguments: [1, 3, 7, 8, 64])
    func portions(size: Int) {
        var decoder = FrameDecoder(mark: Self.mark)
        var messages: [WorkerMessage] = []
        for start in stride(from: 0, to: Self.stream.count, by: size) {
            decoder.append(Self.stream[start..<min(start + size, Self.stream.count)])
            messages += decoder.takeMessages()
        }
        #expect(messages == Self.messages)
        #expect(decoder.takeMessages().isEmpty)
    }

    @Test("stray bytes are passed over")
    func strayBytes() {
        for stray in ["x", "hello, world\n", "TKM", String(repeating: "noise", count: 1000)] {
            let bytes = Self.messages.flatMap { Array(stray.utf8) + $0.encoded(mark: Self.mark) }
            let (messages, count) = decode(bytes)
            #expect(messages == Self.messages)
            #expect(count == stray.utf8.count * Self.messages.count)
        }
    }

    @Test("a mark with an absurd length does not delay the rest")
    func absurdLength() {
        let mark = withUnsafeBytes(of: Self.mark) { Array($0) }
        #expect(decode(mark + [0xFF, 0xFF, 0xFF, 0xFF] + Self.stream).messages == Self.messages)
    }

    @Test("mark with a wrong length does not swallow messages")
    func wrongLength() {
        let mark = withUnsafeBytes(of: Self.mark) { Array($0) }
        #expect(decode(mark + [40, 0, 0, 0] + Self.stream).messages == Self.messages)
        #expect(decode(mark + [0, 0, 0, 0] + Self.stream).messages == Self.messages)
    }

    @Test("a frame that is broken off loses itself and at most the next")
    func brokenOff() {
        let frame = WorkerMessage.remark(.log("remark"), activity: 4, isLate: false).encoded(mark: Self.mark)
        for length in 1..<frame.count {
            // In the middle of a text, what follows looks like the rest of it.
            let messages = decode(frame[..<length] + Self.stream).messages
            #expect(messages.suffix(Self.messages.count - 1) == Self.messages.dropFirst(), "at \(length)")
        }
    }

    @Test("garbled bytes never trap")
    func garbled() {
        for place in Self.stream.indices {
            for value in [0, 1, 0x80, 0xFF] as [UInt8] {
                var bytes = Self.stream
                bytes[place] = value
                let messages = decode(bytes, isAtEnd: true).messages
                #expect(messages.count >= Self.messages.count - 2, "\(value) at \(place)")
            }
        }
    }

    @Test("a record of turns has no more of anything than a worker sends", arguments: [0, 1])
    func tooManyPlaces(more: Int) {
        var trace = Self.turns
        trace.places = Array(repeating: .init(path: "", address: 0), count: TaskTrace.limit + more)
        let message = WorkerMessage.remark(.turns(trace), activity: 1, isLate: false)
        #expect(decode(message.encoded(mark: Self.mark)).messages == (more == 0 ? [message] : []))
    }

    @Test("long text is cut with a note")
    func longText() {
        let text = String(repeating: "ä", count: 1 << 20)
        let message = WorkerMessage.remark(.log(text), activity: 1, isLate: false)
        guard case .remark(.log(let received), 1, false) = decode(message.encoded(mark: Self.mark)).messages.first
        else {
            Testing.Issue.record("not the log")
            return
        }
        #expect(received.utf8.count <= CompactCoder.textLimit)
        #expect(received.hasSuffix("\n[cut: 2097152 bytes in all]"))
    }

    @Test("longest message is no garbage")
    func longestMessage() {
        let long = String(repeating: "x", count: CompactCoder.textLimit)
        var issue = Issue(kind: .error, message: long)
        (issue.details, issue.comment, issue.file) = (long, long, long)
        let message = WorkerMessage.remark(.issue(issue), activity: 1, isLate: false)
        #expect(decode(message.encoded(mark: Self.mark)).messages == [message])
    }

    @Test("activity numbers round trip")
    func activityNumbers() {
        for activity in [Activity.begin(unit: 0), .run(slot: .max), .end(unit: 7)] {
            #expect(Activity(number: activity.number) == activity)
            #expect(activity.number != TESTKIT_NO_ACTIVITY)
        }
        #expect(Activity(number: TESTKIT_NO_ACTIVITY) == nil)
        #expect(Activity(number: 4 << 32) == nil)
    }
}
