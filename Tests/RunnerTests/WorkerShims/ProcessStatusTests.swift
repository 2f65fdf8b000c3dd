// SPDX-License-Identifier: MIT

import Testing
import WorkerShims

/// The status of a process or a thread, as the kernel writes it.
struct ProcessStatusTests {
    @Test("is read behind a list of groups of any length", arguments: [0, 125, 65_536])
    func groups(count: Int) throws {
        let scratch = TemporaryDirectory()
        let groups = (0..<count).map { "\(1_000_000 + $0) " }.joined()
        let text = "Name:\tx\nState:\tS (sleeping)\nGroups:\t\(groups)\nSigBlk:\t00000000000000ff\n"
        try scratch.write(Array(text.utf8), to: "status")
        var read = [CChar](repeating: 0, count: 2048)
        let length = worker_read_status(scratch.path("status"), &read, read.count)
        let found = String(decoding: read.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #expect(found == "Name:\tx\nState:\tS (sleeping)\nSigBlk:\t00000000000000ff\n")
    }
}
