// SPDX-License-Identifier: MIT

/// The double of a number.
public func double(_ number: Int) -> Int { number * 2 }
