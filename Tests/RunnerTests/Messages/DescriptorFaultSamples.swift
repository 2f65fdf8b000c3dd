// SPDX-License-Identifier: MIT

import BundleABI

@testable import RunnerModel

extension DescriptorFault: Sampled {
    enum SampleName: CaseIterable {
        case at, text, shortStructure, tooMany, nullClass, nullCase, unknownFlags
        case abstractAndConcrete, unknownSupport, superclass, cycle, twins, timeLimit, ending, listingTooLong
    }

    var sampleName: SampleName {
        switch self {
        case .at: .at
        case .text: .text
        case .shortStructure: .shortStructure
        case .tooMany: .tooMany
        case .nullClass: .nullClass
        case .nullCase: .nullCase
        case .unknownFlags: .unknownFlags
        case .abstractAndConcrete: .abstractAndConcrete
        case .unknownSupport: .unknownSupport
        case .superclass: .superclass
        case .cycle: .cycle
        case .twins: .twins
        case .timeLimit: .timeLimit
        case .ending: .ending
        case .listingTooLong: .listingTooLong
        }
    }

    static func samples(named name: SampleName) -> [DescriptorFault] {
        switch name {
        case .at: [.at("class 0 'M.Cart'", .unknownFlags(64))]
        case .text: NameFault.samples.map { .text("name", $0) }
        case .shortStructure: [.shortStructure(needed: 48, got: 8)]
        case .tooMany: [.tooMany(4_000_000_000, "classes", limit: 1_000_000)]
        case .nullClass: [.nullClass(1, count: 2)]
        case .nullCase: [.nullCase(0, ofClass: 1, named: "'M.Cart'")]
        case .unknownFlags: [.unknownFlags(64)]
        case .abstractAndConcrete: [.abstractAndConcrete]
        case .unknownSupport: [.unknownSupport("support", 3)]
        case .superclass: [.superclass(17, count: 2)]
        case .cycle: [.cycle(["M.Cart", "M.Desk", "M.Cart"])]
        case .twins: [.twins("empty")]
        case .timeLimit: [.timeLimit(-1)]
        case .ending: [.ending(kind: 1, value: 65)]
        case .listingTooLong: [.listingTooLong(64)]
        }
    }
}

extension NameFault: Sampled {
    enum SampleName: CaseIterable { case null, empty, long, notUTF8 }

    var sampleName: SampleName {
        switch self {
        case .null: .null
        case .empty: .empty
        case .long: .long
        case .notUTF8: .notUTF8
        }
    }

    static func samples(named name: SampleName) -> [NameFault] {
        switch name {
        case .null: [.null]
        case .empty: [.empty]
        case .long: [.long]
        case .notUTF8: [.notUTF8("M.\u{FFFD}")]
        }
    }
}
