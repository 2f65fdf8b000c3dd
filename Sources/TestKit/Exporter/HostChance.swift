// SPDX-License-Identifier: MIT

import BundleABI

extension HostConnection {
    /// The phase that an activity is in, and where its stream of random numbers begins there; nil if the host knows none.
    func stream(of activity: UInt64) -> (phase: UInt32, state: UInt64)? {
        let address = host.pointee.get_extension?(host, TESTKIT_EXTENSION_CHANCE)
        guard let chance = address?.assumingMemoryBound(to: testkit_chance.self) else { return nil }
        var (phase, state): (UInt32, UInt64) = (0, 0)
        return chance.pointee.stream(host, activity, &phase, &state) != 0 ? (phase, state) : nil
    }
}
