// SPDX-License-Identifier: MIT

import Shop

print(Price(cents: 120).times(3))
