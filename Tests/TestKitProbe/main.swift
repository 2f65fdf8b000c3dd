// SPDX-License-Identifier: MIT

import BundleABI
import TestKit

// Runs the bundle that this program is itself, and prints what the host was told: all cases of the suites that the
// arguments name, or of those in Probe.swift.
if let bundle = testkit_bundle_entry() {
    let driver = FakeHost.Driver(bundle)
    Probe.host = driver.host
    let names = CommandLine.arguments.dropFirst().map { "TestKitProbe." + $0 }
    for name in names.isEmpty ? ["TestKitProbe.ProbeTests", "TestKitProbe.MainActorTests"] : names {
        if let index = driver.classNames.firstIndex(of: name) { driver.run(index) }
    }
    print(driver.host.events.joined(separator: "\n"))
}
