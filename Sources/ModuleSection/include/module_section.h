/* SPDX-License-Identifier: MIT
 * Where the linker put the records that each module of a bundle adds to the ELF sections `testkit_modules` and
 * `testkit_assertions`. */
#ifndef MODULE_SECTION_H
#define MODULE_SECTION_H

#include <stddef.h>
#include <stdint.h>

/** A module's record: adds the module's suites to the collector that `context` is. [main] */
typedef void (*testkit_module_record)(void *context);

/** How many records this image has. 0 if none of its modules registers anything. [any] */
size_t testkit_module_count(void);

/** The record at an index below testkit_module_count(). [any] */
testkit_module_record testkit_module_at(size_t index);

/** A module's texts of assertions: lines that end with a zero byte, never freed. [any] */
typedef const uint8_t *(*testkit_assertion_record)(void);

/** How many modules of this image have texts of assertions. [any] */
size_t testkit_assertion_count(void);

/** The texts' record at an index below testkit_assertion_count(). [any] */
testkit_assertion_record testkit_assertion_at(size_t index);

/** The path of this image as the loader knows it, owned by the loader; null if it does not. [any] */
const char *testkit_image_path(void);

#endif
