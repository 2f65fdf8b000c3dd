/* SPDX-License-Identifier: MIT
 * The definition that keeps the shared library of TestKit from being a bundle.
 *
 * TestKit's own code has a copy of the entry that every library of suites has (bundle_entry.h). In a bundle that is the
 * bundle's; in TestKit's own library it would make one without tests. This definition takes its place there, and is hidden. */
#ifndef SHARED_TESTKIT_H
#define SHARED_TESTKIT_H

/** Never called. */
const void *testkit_bundle_entry(void);

#endif
