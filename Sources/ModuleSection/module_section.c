/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "module_section.h"

#include <dlfcn.h>

/* The linker makes two such symbols for a section whose name is a C identifier: see the header. */
TESTKIT_SECTION_BOUND const testkit_assertion_record __start_testkit_assertions[];
TESTKIT_SECTION_BOUND const testkit_assertion_record __stop_testkit_assertions[];

size_t testkit_assertion_count(void) {
    return (size_t)(__stop_testkit_assertions - __start_testkit_assertions);
}

testkit_assertion_record testkit_assertion_at(size_t index) { return __start_testkit_assertions[index]; }

const char *testkit_image_path(const void *address) {
    Dl_info information;
    return dladdr(address, &information) != 0 ? information.dli_fname : 0;
}

const void *testkit_image_base(const void *address) {
    Dl_info information;
    return dladdr(address, &information) != 0 ? information.dli_fbase : 0;
}
