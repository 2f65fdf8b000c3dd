// SPDX-License-Identifier: MIT

/// Whether a set begins with an even number.
@_cdecl("draws_order") public func drawsOrder() -> Int32 { Set(0..<64).first.map { $0 % 2 == 0 ? 1 : 0 } ?? 0 }

/// Whether an even number is drawn.
@_cdecl("draws_number") public func drawsNumber() -> Int32 { Int.random(in: 0..<64) % 2 == 0 ? 1 : 0 }
