// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Inputs that nobody wrote, for everything that reads what comes from outside: docs/design/house.md.
///
/// Rule 63.
@Suite(.serialized) struct FuzzTests {
    /// A setting of the environment.
    private static func setting(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

    /// How long each target is fuzzed, in seconds; without it, each reads a few inputs.
    private static let seconds = setting("FUZZ_SECONDS").flatMap(Double.init)
    /// The seed of the inputs.
    private static let seed =
        setting("FUZZ_SEED").flatMap { UInt64($0) } ?? (seconds == nil ? 1 : UInt64.random(in: 0...(.max)))
    /// The only target that is fuzzed, if one is asked for.
    private static let only = setting("FUZZ_TARGET")
    /// The only input that is read, if one is asked for.
    private static let number = setting("FUZZ_INPUT").flatMap { Int($0) }
    /// How many inputs each target reads where no time is asked for: the gate asks for some seconds each.
    private static let fewInputs = 7

    /// The targets that are asked for.
    private static let targets = FuzzTarget.all.filter { only == nil || $0.name == only }

    @Test("what once broke something does so no more", arguments: targets)
    func corpus(target: FuzzTarget) throws {
        for (name, bytes) in try FuzzCorpus.inputs(for: target, isWhole: Self.seconds != nil) {
            #expect(throws: Never.self, "\(target.name)/\(name)") { try FuzzWatch.shared.run(target, name, bytes) }
        }
        for (index, bytes) in target.seeds.enumerated() {
            #expect(throws: Never.self) { try FuzzWatch.shared.run(target, "seed-\(index)", bytes) }
        }
    }

    @Test("whatever is read is read or refused", arguments: targets)
    func fuzz(target: FuzzTarget) throws {
        let kept = try FuzzCorpus.inputs(for: target, isWhole: Self.seconds != nil).map(\.bytes).filter {
            $0.count < 1 << 16
        }
        let mutator = FuzzMutator(inputs: target.seeds + kept, tokens: target.tokens.map { Array($0.utf8) })
        let end = Self.seconds.map { Date(timeIntervalSinceNow: $0) }
        if Self.seconds != nil { print("fuzz: \(target.name) with FUZZ_SEED=\(Self.seed)") }
        var number = Self.number ?? 0
        while end.map({ Date() < $0 }) ?? (number < Self.fewInputs) || number == Self.number {
            let bytes = mutator.input(seed: Self.seed, number: number)
            do { try FuzzWatch.shared.run(target, "\(Self.seed)-\(number)", bytes) } catch {
                let path = FuzzCorpus.keep(bytes, for: target, "wrong-\(Self.seed)-\(number)")
                let again = "FUZZ_TARGET=\(target.name) FUZZ_SEED=\(Self.seed) FUZZ_INPUT=\(number)"
                Testing.Issue.record("\(target.name): \(error); \(path), or \(again)")
                return
            }
            if Self.number != nil { return }
            number += 1
        }
        if Self.seconds != nil { print("fuzz: \(target.name) read \(number) inputs") }
    }

    @Test("a seed and a number decide the input")
    func reproducible() {
        let mutator = FuzzMutator(inputs: [Array("some text 17".utf8)], tokens: [Array("or".utf8)])
        let inputs = (0..<40).map { mutator.input(seed: 9, number: $0) }
        #expect(inputs == (0..<40).map { mutator.input(seed: 9, number: $0) })
        #expect(Set(inputs).count > 24)
        #expect(inputs != (0..<40).map { mutator.input(seed: 10, number: $0) })
    }

    @Test("described inputs are made")
    func describedInputs() throws {
        let text = "# a remark\ntext a\\nb\nrepeat 3 x\\0\nhex 00 ff\n"
        #expect(try FuzzCorpus.made(text) == Array("a\nbx\0x\0x\0".utf8) + [0, 0xFF])
        #expect(throws: FuzzCorpus.Fault.self) { try FuzzCorpus.made("repeat x y") }
    }
}
