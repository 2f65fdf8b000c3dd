import Glibc

/// A file of events, as `--events` wrote it: its lines that could be read, and what is wrong with the others.
struct EventFile {
    /// Its path.
    let path: String
    /// The classes and cases of the plan.
    private(set) var tests: [JSONNode] = []
    /// The events, in order.
    private(set) var events: [JSONNode] = []
    /// The faults of unreadable lines, with file, line and column; of many, the first.
    private(set) var faults: [String] = []
    /// How many more could not be read.
    private var untoldFaults = 0

    /// The largest number of faulty lines to report for a file; one without events may have many.
    private static let toldFaults = 20

    /// The payload of `runStarted`; nil if it is missing.
    var start: JSONNode? { events.first { $0["kind"]?.text == "runStarted" } }
    /// The payload of `runEnded`; nil if the file is cut off.
    var end: JSONNode? { events.last { $0["kind"]?.text == "runEnded" } }

    /// Reads a file; `-` is standard input.
    init(path: String) throws(SystemFault) {
        self.init(path: path, bytes: try Self.read(path))
    }

    /// Takes a file's bytes apart.
    init(path: String, bytes: [UInt8]) {
        self.path = path
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if !line.isEmpty { take(line, number: index + 1) }
        }
        if untoldFaults > 0 {
            faults.append("\(path): \(Count.text(untoldFaults, "more line")) cannot be read")
        }
    }

    /// Takes a line.
    private mutating func take(_ line: ArraySlice<UInt8>, number: Int) {
        let record: JSONNode
        do throws(JSONReader.Fault) {
            record = try JSONReader.read(Array(line))
        } catch {
            let reason = error.reason.replacing("file", with: "line")
            return note("\(path):\(number):\(error.position.column): \(reason)")
        }
        guard let payload = record["payload"], payload["kind"]?.text != nil else {
            return note("\(path):\(number): expected a record with a payload and its kind")
        }
        switch record["kind"]?.text {
        case "test": tests.append(payload)
        case "event": events.append(payload)
        // A later version may write other kinds.
        default: break
        }
    }

    /// Notes what is wrong with a line.
    private mutating func note(_ fault: String) {
        if faults.count < Self.toldFaults { faults.append(fault) } else { untoldFaults += 1 }
    }

    /// A file's bytes.
    private static func read(_ path: String) throws(SystemFault) -> [UInt8] {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFault("failed to read events from '\(path)'") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes.append(contentsOf: chunk[..<count])
            } else if errno != EINTR {
                throw SystemFault("failed to read events from '\(path)'")
            }
        }
    }
}
