// SPDX-License-Identifier: MIT

import RunnerSupport

/// Decodes messages from a stream of bytes that arrives in pieces.
///
/// A bundle's code may write to the pipe as well. Bytes that are not a frame are skipped.
struct FrameDecoder {
    /// The bytes of a frame before its payload: the mark and the length.
    private static let headerSize = 8

    /// The received bytes that are not yet a whole frame.
    private var pending: [UInt8] = []
    /// The number of skipped bytes.
    private(set) var strayCount = 0
    /// The word that begins a frame.
    private let mark: UInt32

    /// Reads frames that begin with a word.
    init(mark: UInt32) { self.mark = mark }

    /// Takes bytes that have come in.
    mutating func append(_ bytes: some Collection<UInt8>) { pending.append(contentsOf: bytes) }

    /// All whole messages that have come in since the last call.
    ///
    /// With `isAtEnd`, no more bytes will come: bytes that look like an incomplete long frame are then skipped, and
    /// hide no later message.
    mutating func takeMessages(isAtEnd: Bool = false) -> [WorkerMessage] {
        var messages: [WorkerMessage] = []
        var start = 0
        while pending.count - start >= Self.headerSize {
            var (head, word, length) = (CompactCoder(reading: pending[start...]), UInt32(0), UInt32(0))
            head.pass(fixed: &word)
            head.pass(fixed: &length)
            let end = start + Self.headerSize + Int(length)
            if word == mark, length <= WorkerMessage.lengthLimit {
                if end > pending.count, !isAtEnd { break }
                if end <= pending.count,
                    let message = WorkerMessage(payload: pending[(start + Self.headerSize)..<end])
                {
                    messages.append(message)
                    start = end
                    continue
                }
            }
            let next = nextMark(after: start)
            strayCount += next - start
            start = next
        }
        if start > 0 { pending.removeFirst(start) }
        return messages
    }

    /// Where the next frame may begin; the last few bytes may be the beginning of its mark.
    private func nextMark(after start: Int) -> Int {
        let mark = withUnsafeBytes(of: mark) { Array($0) }
        var place = start + 1
        while place + mark.count <= pending.count, !pending[place..<place + mark.count].elementsEqual(mark) {
            place += 1
        }
        return place
    }
}
