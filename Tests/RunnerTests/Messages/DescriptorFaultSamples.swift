// SPDX-License-Identifier: MIT

import BundleABI

@testable import RunnerModel

extension DescriptorFault: Sampled {
    static func samples(after value: DescriptorFault?) -> [DescriptorFault] {
        switch value {
        case nil: [.at("class 0 'M.Cart'", .unknownFlags(64))]
        case .at: NameFault.samples.map { .text("name", $0) }
        case .text: [.shortStructure(needed: 48, got: 8)]
        case .shortStructure: [.tooMany(4_000_000_000, "classes", limit: 1_000_000)]
        case .tooMany: [.nullClass(1, count: 2)]
        case .nullClass: [.nullCase(0, ofClass: 1, named: "'M.Cart'")]
        case .nullCase: [.unknownFlags(64)]
        case .unknownFlags: [.abstractAndConcrete]
        case .abstractAndConcrete: [.unknownSupport("support", 3)]
        case .unknownSupport: [.superclass(17, count: 2)]
        case .superclass: [.cycle(["M.Cart", "M.Desk", "M.Cart"])]
        case .cycle: [.twins("empty")]
        case .twins: [.timeLimit(-1)]
        case .timeLimit: [.ending(kind: 1, value: 65)]
        case .ending: [.listingTooLong(64)]
        case .listingTooLong: []
        }
    }
}

extension NameFault: Sampled {
    static func samples(after value: NameFault?) -> [NameFault] {
        switch value {
        case nil: [.null]
        case .null: [.empty]
        case .empty: [.long]
        case .long: [.notUTF8("M.\u{FFFD}")]
        case .notUTF8: []
        }
    }
}
