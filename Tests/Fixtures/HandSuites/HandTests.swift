// SPDX-License-Identifier: MIT

import TestKit
import Trace

/// Registered by hand, below.
final class HandTests: TestCase {
    func testSync() {}
    func testAsyncToo() async throws { await Task.yield() }
    func focus_testLooksFocused() {}
    func testForgotten() { fail("nobody registered this") }
    func testFails() { fail("as it should") }
}

/// The module's record, as ModuleRegistration's documentation gives it.
#if compiler(>=6.3)
@section("testkit_modules") @used
#endif
private let testKitModule: ModuleRecord = { context in
    let module = ModuleRegistration(context)
    let suite = module.suite(HandTests.self, "HandSuites.HandTests", line: 7)
    suite.add("testSync", line: 8) { $0.testSync() }
    suite.add("testWaits", line: 9) { try await $0.testAsyncToo() }
    suite.add("testFails", line: 12) { $0.testFails() }
}

#if compiler(<6.3)
/// Has the record above.
private enum TestKitModule: ModuleRecordContainer {
    static var record: ModuleRecord { testKitModule }
}
#endif
