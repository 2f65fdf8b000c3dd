// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Issues in messages from a worker to the host.
extension Issue {
    /// Appends all fields to a message.
    func encode(to message: inout ByteWriter) {
        message.append(text: kind.rawValue)
        message.append(line)
        message.append(isLastKnownLocation ? UInt32(1) : 0)
        message.append(phase)
        message.append(text: WorkerMessage.cut(finding))
        for text in [call, details, comment, file, record] { message.append(optional: text.map(WorkerMessage.cut)) }
    }

    /// Reads what `encode(to:)` wrote.
    init(from reader: inout ByteReader) throws(ByteReader.Exhausted) {
        guard let kind = Kind(rawValue: try reader.readString()) else { throw ByteReader.Exhausted() }
        let line = try reader.read(UInt32.self)
        let isLastKnown = try reader.read(UInt32.self) != 0
        let phase = try reader.read(UInt32.self)
        self.init(kind: kind, message: try reader.readString(), call: try reader.readOptionalString())
        details = try reader.readOptionalString()
        comment = try reader.readOptionalString()
        file = try reader.readOptionalString()
        record = try reader.readOptionalString()
        self.line = line
        isLastKnownLocation = isLastKnown
        self.phase = phase
    }
}
