/* SPDX-License-Identifier: MIT
 * The part of TestKit that every library of suites contains, however TestKit itself is linked.
 *
 * ModuleRegistration's initialiser names testkit_bundle_entry(), and its implementation is exported: so the compiler puts
 * a copy of this function into every module that registers suites, and the linker keeps one of them in each library. There,
 * and only there, the section's bounds are that library's own. TestKit's code may be anywhere. */
#ifndef BUNDLE_ENTRY_H
#define BUNDLE_ENTRY_H

#include "module_section.h"
#include "testkit_bundle.h"

/** Makes the bundle of the records between two places, once; later calls return the same. Never null. [main] */
const testkit_bundle *testkit_make_bundle(const testkit_module_record *first, const testkit_module_record *end);

/** The same for those records and the ones that types have, among the library's conformances. Defined where TestKit is compiled by
 *  Swift before 6.3, which cannot put a record into a section. [main] */
__attribute__((weak)) const testkit_bundle *testkit_make_bundle_of_types(const testkit_module_record *first,
                                                                         const testkit_module_record *end,
                                                                         const int32_t *first_conformance,
                                                                         const int32_t *conformances_end);

/** See testkit_bundle.h. */
__attribute__((weak, visibility("default"))) const testkit_bundle *testkit_bundle_entry(void) {
    testkit_take_assertions(__start_testkit_assertions, __stop_testkit_assertions);
    if (testkit_make_bundle_of_types != 0)
        return testkit_make_bundle_of_types(__start_testkit_modules, __stop_testkit_modules,
                                            __start_swift5_protocol_conformances, __stop_swift5_protocol_conformances);
    return testkit_make_bundle(__start_testkit_modules, __stop_testkit_modules);
}

#endif
