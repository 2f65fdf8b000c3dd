import Glibc
import TestKit

/// Attaches what there is to attach; `--tag attachments` runs it.
class AttachmentTests: TestCase {
    override class var tags: Set<Tag> { ["attachments"] }
    override class func tags(for name: String) -> Set<Tag> { name == "testAttachesTooMuch" ? ["large"] : [] }

    override func setUpTest() { attach("of the class", named: "set-up.txt") }

    func testAttachesTextBytesAndFiles() throws {
        addProperty("ticket", "A-12")
        addProperty("größe", "<3>")
        expectTrue(attach("grüße\n", named: "text.txt"))
        expectTrue(attach([0, 255, 10] as [UInt8], named: "data.bin"))
        let path = try temporaryDirectory() + "/source.log"
        guard let file = fopen(path, "w") else { return fail("no file can be made: \(path)") }
        fputs("a log", file)
        fclose(file)
        expectTrue(attach(file: path))
        expectTrue(attach(file: path, named: "renamed.log"))
    }

    func testNamesClashAndLeadAstray() {
        attach("one", named: "a.txt")
        attach("two", named: "a.txt")
        attach("three", named: "../../a.txt")
        attach("four", named: "/etc/passwd")
        attach("five", named: ".hidden\n\u{1B}[31m")
        attach("six", named: "")
        attach("seven", named: String(repeating: "long", count: 100) + ".txt")
    }

    func testCrashesAfterAttaching() {
        attach("kept", named: "before.txt")
        abort()
    }

    func testFailsTheFirstTime() throws {
        attach("attempt", named: "log.txt")
        let mark = (getenv("ATTACHMENT_MARK").map { String(cString: $0) } ?? "")
        let isFirst = access(mark, F_OK) != 0
        close(open(mark, O_CREAT | O_WRONLY, 0o644))
        expectFalse(isFirst)
    }

    func testAttachesWhatIsNoFile() {
        expectFalse(attach(file: "/dev/null"))
        expectFalse(attach(file: "/nowhere/at/all"))
    }

    func testAttachesTooMuch() {
        expectFalse(attach([UInt8](repeating: 1, count: 64 << 20 | 1), named: "large.bin"))
    }
}

/// A task attaches when its case has ended and another runs; `--tag late` runs it.
class LateTests: TestCase {
    override class var tags: Set<Tag> { ["late"] }
    /// Ends when the case of the task has ended.
    private let gate = AsyncStream.makeStream(of: Void.self)
    /// The task that attaches late.
    private var task: Task<Void, Never>?

    func testStarts() {
        task = Task { [stream = gate.stream] in
            for await _ in stream {}
            attach("late", named: "late.txt")
        }
    }

    override func tearDownTest() async {
        gate.continuation.finish()
        await task?.value
    }
}
