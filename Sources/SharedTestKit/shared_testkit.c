/* SPDX-License-Identifier: MIT */
#include "shared_testkit.h"

__attribute__((visibility("hidden"))) const void *testkit_bundle_entry(void) { return 0; }
