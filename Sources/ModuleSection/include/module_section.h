/* SPDX-License-Identifier: MIT
 * Where the linker put the records that each module of a library adds to the ELF sections `testkit_modules` and
 * `testkit_assertions`. */
#ifndef MODULE_SECTION_H
#define MODULE_SECTION_H

#include <stddef.h>
#include <stdint.h>

/** A module's record: adds the module's suites to the collector that `context` is. [main] */
typedef void (*testkit_module_record)(void *context);

/* The linker makes these two symbols for a section whose name is a C identifier. Hidden: each image sees its own
 * records, though many bundles are loaded. Weak: an image without any record still links. */
#define TESTKIT_SECTION_BOUND extern __attribute__((visibility("hidden"), weak))
TESTKIT_SECTION_BOUND const testkit_module_record __start_testkit_modules[];
TESTKIT_SECTION_BOUND const testkit_module_record __stop_testkit_modules[];

/* Where the linker put a library's conformances to protocols: distances from each entry to what it describes. */
TESTKIT_SECTION_BOUND const int32_t __start_swift5_protocol_conformances[];
TESTKIT_SECTION_BOUND const int32_t __stop_swift5_protocol_conformances[];

/** The types, as metadata, among those conformances that conform to a protocol, given by its descriptor: Swift before 6.3 needs types with
 *  records in place of the section. Null and 0 if there is none. The caller frees them. [main] */
const void **testkit_copy_record_types(const int32_t *first, const int32_t *end, const void *protocol, size_t *count);

/** The path of the image that contains an address, as the loader knows it, owned by the loader; null if none does. [any] */
const char *testkit_image_path(const void *address);

/** Where the loader put the image that contains an address; null if none does. [any] */
const void *testkit_image_base(const void *address);

/** A module's texts of assertions: lines that end with a zero byte, never freed. [any] */
typedef const uint8_t *(*testkit_assertion_record)(void);

TESTKIT_SECTION_BOUND const testkit_assertion_record __start_testkit_assertions[];
TESTKIT_SECTION_BOUND const testkit_assertion_record __stop_testkit_assertions[];

/** Takes the texts of a library's modules, which lie between two places; those that are known are not taken again.
 *  Exported however this is compiled: the entry of each library that shares TestKit calls it. [main] */
__attribute__((visibility("default"))) void testkit_take_assertions(const testkit_assertion_record *first, const testkit_assertion_record *end);

/** The texts' record at an index, over all libraries that were taken; null after the last. [any] */
testkit_assertion_record testkit_assertion_at(size_t index);

#endif
