// SPDX-License-Identifier: MIT

public func lineNumber() -> Int { (#line) }
