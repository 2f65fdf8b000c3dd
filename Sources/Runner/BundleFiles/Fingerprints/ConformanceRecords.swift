// SPDX-License-Identifier: MIT

import RunnerSupport

/// The records of conformances of an image, by what they belong to.
struct ConformanceRecords {
    /// The records of each type of this image, or else of each protocol, by the address of its descriptor.
    private(set) var owned: [UInt64: [UInt64]] = [:]
    /// The records that belong to nothing in this image.
    private(set) var foreign: [UInt64] = []

    /// Finds the type, or else the protocol, to which each record belongs.
    init(_ image: LinkedImage, _ symbols: ImageSymbols) {
        for section in image.sections where section.name == "swift5_protocol_conformances" {
            for entry in stride(from: section.start, to: section.end, by: 4) {
                guard let record = image.target(entry), let place = image.place(of: record) else { continue }
                let kind = image.number(place + 12, 4) >> 3 & 7
                var type = image.target(record + 4)
                if kind == 1 { type = type.flatMap(image.pointed) }
                var isProtocol = image.target(record)
                if let address = isProtocol, address & 1 != 0 { isProtocol = image.pointed(address & ~1) }
                if let type, kind < 2, let owner = symbols.object(at: type) {
                    owned[owner.start, default: []].append(record)
                } else if let isProtocol, let owner = symbols.object(at: isProtocol) {
                    owned[owner.start, default: []].append(record)
                } else {
                    foreign.append(record)
                }
            }
        }
    }
}
