// SPDX-License-Identifier: MIT

import BundleABI
import TestKit

// Runs the bundle that this program is itself, and prints what the host was told.
if let bundle = testKitBundleEntry() {
    let driver = FakeHost.Driver(bundle)
    Probe.host = driver.host
    driver.run(0)
    driver.run(1)
    print(driver.host.events.joined(separator: "\n"))
}
