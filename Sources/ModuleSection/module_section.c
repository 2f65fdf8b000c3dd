/* SPDX-License-Identifier: MIT
 * The linker makes these two symbols for a section whose name is a C identifier. Hidden: each image sees its own
 * records, though many bundles are loaded. Weak: an image without any record still links. */
#include "module_section.h"

#define SECTION_BOUND extern __attribute__((visibility("hidden"), weak))

SECTION_BOUND const testkit_module_record __start_testkit_modules[];
SECTION_BOUND const testkit_module_record __stop_testkit_modules[];

size_t testkit_module_count(void) {
    return (size_t)(__stop_testkit_modules - __start_testkit_modules);
}

testkit_module_record testkit_module_at(size_t index) { return __start_testkit_modules[index]; }
