// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerReports

/// The commit of a checkout, read from git's files.
struct GitCheckoutTests {
    /// A directory for the test.
    private let scratch = TemporaryDirectory()
    /// A commit by SHA-1.
    private let commit = String(repeating: "1a", count: 20)
    /// A commit by SHA-256.
    private let long = String(repeating: "2b", count: 32)

    /// Writes a text file.
    private func write(_ text: String, to name: String) throws { try scratch.write(Array(text.utf8), to: name) }

    /// The commit around a directory of the test.
    private func found(_ name: String = "") -> String? { GitCheckout.commit(around: scratch.path(name)) }

    @Test("follows HEAD to a branch, from any directory below")
    func branch() throws {
        try write("ref: refs/heads/main\n", to: ".git/HEAD")
        #expect(found() == nil)
        try write("\(commit)\n", to: ".git/refs/heads/main")
        try scratch.makeDirectory("a/b")
        #expect(found() == commit && found("a/b") == commit)
    }

    @Test("takes a detached HEAD, also of SHA-256")
    func detached() throws {
        try write(commit, to: ".git/HEAD")
        #expect(found() == commit)
        try write(long + "\r\n", to: ".git/HEAD")
        #expect(found() == long)
    }

    @Test("finds a branch among the packed ones")
    func packed() throws {
        try write("ref: refs/heads/team/main\n", to: ".git/HEAD")
        let others = String(repeating: "9", count: 40)
        try write(
            "# pack-refs with: peeled\n\(others) refs/heads/main\n\(commit) refs/heads/team/main\n^\(others)\n",
            to: ".git/packed-refs")
        #expect(found() == commit)
    }

    @Test("follows the file of a further working tree")
    func worktree() throws {
        try write("gitdir: \(scratch.path("main/.git/worktrees/w"))\n", to: "w/.git")
        try write("ref: refs/heads/topic\n", to: "main/.git/worktrees/w/HEAD")
        try write("../..\n", to: "main/.git/worktrees/w/commondir")
        try write(commit, to: "main/.git/refs/heads/topic")
        #expect(found("w") == commit)
        try write("gitdir: ../main/.git/worktrees/w\n", to: "w/.git")
        #expect(found("w") == commit)
    }

    @Test(
        "what is no checkout, or damaged, has no commit",
        arguments: [
            "", "\n", "ref: refs/heads/gone\n", "ref: ../../secret\n", "ref: refs/../../secret\n", "nonsense\n",
            "ref: refs/heads/loop\n", String(repeating: "z", count: 40),
        ])
    func damaged(head: String) throws {
        try write("ref: refs/heads/loop", to: ".git/refs/heads/loop")
        try write(commit, to: "secret")
        try write(head, to: ".git/HEAD")
        #expect(found() == nil)
    }

    @Test("agrees with git")
    func git() throws {
        let script = """
            cd "$1" && git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one \\
            && git pack-refs --all && git worktree add -q ../tree-$2 2>/dev/null && git rev-parse HEAD
            """
        try scratch.makeDirectory("repository")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, "sh", scratch.path("repository"), "x"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let expected = text.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(found("repository") == expected)
        #expect(found("tree-x") == expected)
    }
}
