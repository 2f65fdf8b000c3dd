// SPDX-License-Identifier: MIT

import Foundation

@testable import RunnerSupport
@testable import RunnerModel
@testable import Runner

extension FuzzTarget {
    /// The files of `--order`.
    static let order = FuzzTarget(
        name: "order",
        seeds: [
            "# order\n%seed 42\n%chance hashing=seeded,random=system\n%shuffle off\n%bundle 0123abcd Shop\n%worker\n"
                + "Shop/M.Cart/testA\n%process\nShop/M.Cart/outlineTestB[a/b]\n%failed Shop/M.Cart/testA\n"
                + "%timed-out Shop/M.Cart/testC\n%end 9\n"
        ].map { Array($0.utf8) },
        tokens: [
            "%worker\n", "%process\n", "%seed ", "%chance ", "%end ", "%bundle ", "\n", "\r", "18446744073709551616",
        ]
    ) { bytes in
        guard let file = try? OrderFile(bytes, path: "order") else { return }
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        let entries = file.workers.joined().joined()
        if let wrong = entries.first(where: { !(1...lines).contains($0.line) || $0.identity.hasPrefix("%") }) {
            throw Finding(description: "'\(wrong.identity)' in line \(wrong.line) is no test")
        }
    }

    /// Configuration files.
    static let configuration = FuzzTarget(
        name: "configuration",
        seeds: [
            #"{"options": {"seed": 42, "timeout": 1.5, "filter": ["re:a|b", "glob:*x"], "tag": "slow and not (a or b)"},"#
                + #" "bundles": {"Shop": {"timeout": 3, "isolation": "case", "tags": ["x"], "environment": {"A": "b", "C": null}}},"#
                + #" "profiles": {"ci": {"options": {"quiet": true, "jobs": 2, "shard": "1/2"}}}}"#
        ].map { Array($0.utf8) },
        tokens: OptionTable.all.map { "\"\($0.name)\":" } + [
            "{", "}", "[", "]", ",", ":", "\"", "null", "true", "\\u0000", "re:(",
        ]
    ) { bytes in
        _ = try? ConfigurationFile(path: "testkit.json", directory: nil, bytes: bytes)
    }

    /// The words of a command line, with zero bytes between them.
    static let commandLine = FuzzTarget(
        name: "commandLine",
        seeds: ["--seed\00x1F\0--filter=re:a+\0-qj4\0DIR\0--\0--x", "--fail-fast=2\0--events\0fd:3\0--shard\02/3\0a/B"]
            .map { Array($0.utf8) },
        tokens: OptionTable.all.map { "--\($0.name)" } + OptionTable.all.map { "--\($0.name)=" }
            + ["\0", "-", "--", "=", "re:", "glob:", "fd:", "0x", "1/2", "∞", "nan", "inf", "1e400"]
    ) { bytes in
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        _ = try? CommandLineWords(words).options()
    }

    /// Tag expressions.
    static let tags = FuzzTarget(
        name: "tags",
        seeds: ["slow and not (network or 'a b')", "((a))and(not(b))", "not not a or b and c"].map { Array($0.utf8) },
        tokens: [" and ", " or ", " not ", "(", ")", "'", "\"", "a", " "]
    ) { bytes in
        guard let expression = try? TagExpression(String(decoding: bytes, as: UTF8.self)) else { return }
        // Whatever it says, not of it says the opposite.
        let (some, all) = (["a"], Array(expression.tags))
        let opposite = try? TagExpression("not (\(String(decoding: bytes, as: UTF8.self)))")
        guard let opposite else { return }
        if expression.matches(some) == opposite.matches(some) || expression.matches(all) == opposite.matches(all) {
            throw Finding(description: "an expression and its opposite agree")
        }
    }

    /// Regular expressions and, behind a zero byte, a text.
    static let pattern = FuzzTarget(
        name: "pattern",
        seeds: [
            "^(a+)+$\0aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "[^a-c[:digit:]\\w]{2,3}|x*?\0dd",
            "(?i)\\bCart\\p{Lu}\0One/M.CartT",
            "(?:a|b){1,20}c?$\0abab",
        ].map { Array($0.utf8) },
        tokens: [
            "(", ")", "(?:", "(?i)", "[", "]", "[^", "{1,9}", "{1000}", "*", "+", "?", "|", "\\", "\\b", "\\p{L}", ".",
            "^", "$", "\0",
        ]
    ) { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: (parts.count > 1 ? parts[1] : []).prefix(2000), as: UTF8.self)
        guard let program = try? PatternProgram(String(decoding: parts[0], as: UTF8.self)) else { return }
        let matcher = PatternMatcher(program)
        if matcher.matches(text) != matcher.matches(text) {
            throw Finding(description: "a match differs from the next")
        }
    }

    /// JSON, as configurations and events have it.
    static let json = FuzzTarget(
        name: "json",
        seeds: [#"{"a": [1.5e-2, "x\u00e4\n\ud83d\ude00", true], "ö": {"b": null, "c": false}}"#, "[[[[]]]]"].map {
            Array($0.utf8)
        },
        tokens: [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "1e", "-", "null", "true", "false", "\"a\":",
            "\"\\u0061\":",
        ]
    ) { bytes in
        do throws(JSONText.Fault) { _ = try JSONValue(parsing: bytes) } catch {
            let position = JSONText(bytes).position(of: error.offset)
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            let isThere =
                lines.indices.contains(position.line - 1) && position.column <= lines[position.line - 1].count + 1
            if !isThere { throw Finding(description: "refused at \(position), which is not in it") }
            return
        }
        // Accepted input is JSON for Foundation as well, except numbers whose exponents are out of range.
        let isNumber = bytes.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") || $0 == UInt8(ascii: "-") }
        let others = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        if others == nil, !isNumber { throw Finding(description: "taken as JSON, and is none for Foundation") }
    }
}
