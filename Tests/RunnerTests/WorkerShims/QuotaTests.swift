// SPDX-License-Identifier: MIT

import Foundation
import Testing
import WorkerShims

/// How many processors the control groups leave to a process.
struct QuotaTests {
    /// A tree of files, and what comes of it.
    struct Tree: Sendable, CustomTestStringConvertible {
        /// Its description.
        let testDescription: String
        /// The content of `/proc/self/cgroup`.
        let groups: String
        /// The files below `/sys/fs/cgroup`.
        var files: [String: String] = [:]
        /// How many processors; 0 for no quota.
        let quota: Int32
    }

    @Test(
        "quota",
        arguments: [
            Tree(testDescription: "no control groups", groups: "", quota: 0),
            Tree(
                testDescription: "none of them limits", groups: "0::/a\n", files: ["a/cpu.max": "max 100000\n"],
                quota: 0),
            Tree(
                testDescription: "the process's own", groups: "0::/a/b\n", files: ["a/b/cpu.max": "150000 100000"],
                quota: 2),
            Tree(
                testDescription: "one that it is in", groups: "0::/a/b\n",
                files: ["a/b/cpu.max": "400000 100000\n", "a/cpu.max": "100000 100000\n"], quota: 1),
            Tree(
                testDescription: "in a container, the mount is the group", groups: "0::/../x/y\n",
                files: ["cpu.max": "300000 100000\n"], quota: 3),
            Tree(testDescription: "another's", groups: "0::/a\n", files: ["b/cpu.max": "100000 100000\n"], quota: 0),
            Tree(
                testDescription: "version 1, beside its accounts", groups: "5:memory:/m\n4:cpu,cpuacct:/a\n0::/\n",
                files: ["cpu/a/cpu.cfs_quota_us": "250000\n", "cpu/a/cpu.cfs_period_us": "100000\n"], quota: 3),
            Tree(
                testDescription: "version 1, accounts first", groups: "4:cpuacct,cpu:/a/b\n",
                files: [
                    "cpu/a/b/cpu.cfs_quota_us": "-1\n", "cpu/a/b/cpu.cfs_period_us": "100000\n",
                    "cpu/a/cpu.cfs_quota_us": "50000\n", "cpu/a/cpu.cfs_period_us": "25000\n",
                ], quota: 2),
            Tree(
                testDescription: "version 1, not of processors", groups: "4:cpuset,cpuacct:/a\n",
                files: ["cpu/a/cpu.cfs_quota_us": "100000\n", "cpu/a/cpu.cfs_period_us": "100000\n"], quota: 0),
            Tree(testDescription: "garbage", groups: "0::\n::\n:\nx", files: ["cpu.max": "many\n"], quota: 0),
        ])
    func quota(of tree: Tree) throws {
        let root = FileManager.default.temporaryDirectory.appending(component: "quota-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        var files = [root.appending(path: "proc/self/cgroup"): tree.groups]
        for (path, text) in tree.files { files[root.appending(path: "sys/fs/cgroup/" + path)] = text }
        for (file, text) in files {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        #expect(worker_quota_processors(root.path) == tree.quota)
    }
}
