// SPDX-License-Identifier: MIT

import TestKit

/// A check in a library with a TestKit of its own.
public func checkShop(_ isOpen: Bool) { expectTrue(isOpen, "the shop is closed") }
