// SPDX-License-Identifier: MIT

import BundleABI

/// Words for the parts of a class's life.
public enum Phase {
    /// A phrase that follows "failed" or "was ended by …".
    public static func description(_ phase: UInt32) -> String {
        switch phase {
        case TESTKIT_PHASE_CLASS_SET_UP.rawValue: "in the class's set-up"
        case TESTKIT_PHASE_TEST_SET_UP.rawValue: "in the test's set-up"
        case TESTKIT_PHASE_CASE_SET_UP.rawValue: "in the case's set-up"
        case TESTKIT_PHASE_BODY.rawValue: "in the case's body"
        case TESTKIT_PHASE_CASE_TEAR_DOWN.rawValue: "in the case's tear-down"
        case TESTKIT_PHASE_TEST_TEAR_DOWN.rawValue: "in the test's tear-down"
        case TESTKIT_PHASE_CLASS_TEAR_DOWN.rawValue: "in the class's tear-down"
        default: "outside of all hooks"
        }
    }
}
