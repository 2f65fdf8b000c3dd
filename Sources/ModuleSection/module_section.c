/* SPDX-License-Identifier: MIT
 * The linker makes two such symbols for a section whose name is a C identifier. Hidden: each image sees its own
 * records, though many bundles are loaded. Weak: an image without any record still links. */
#define _GNU_SOURCE
#include "module_section.h"

#include <dlfcn.h>

#define SECTION_BOUND extern __attribute__((visibility("hidden"), weak))

SECTION_BOUND const testkit_module_record __start_testkit_modules[];
SECTION_BOUND const testkit_module_record __stop_testkit_modules[];
SECTION_BOUND const testkit_assertion_record __start_testkit_assertions[];
SECTION_BOUND const testkit_assertion_record __stop_testkit_assertions[];

size_t testkit_module_count(void) {
    return (size_t)(__stop_testkit_modules - __start_testkit_modules);
}

testkit_module_record testkit_module_at(size_t index) { return __start_testkit_modules[index]; }

size_t testkit_assertion_count(void) {
    return (size_t)(__stop_testkit_assertions - __start_testkit_assertions);
}

testkit_assertion_record testkit_assertion_at(size_t index) { return __start_testkit_assertions[index]; }

/* Its address is in this image, whichever else defines the function below. */
static const char place_in_image;

const char *testkit_image_path(void) {
    Dl_info information;
    return dladdr(&place_in_image, &information) != 0 ? information.dli_fname : 0;
}
