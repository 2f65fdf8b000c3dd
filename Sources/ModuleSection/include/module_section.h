/* SPDX-License-Identifier: MIT
 * Where the linker put the records that each module of a bundle adds to the ELF section `testkit_modules`. */
#ifndef MODULE_SECTION_H
#define MODULE_SECTION_H

#include <stddef.h>

/** A module's record: adds the module's suites to the collector that `context` is. [main] */
typedef void (*testkit_module_record)(void *context);

/** How many records this image has. 0 if none of its modules registers anything. [any] */
size_t testkit_module_count(void);

/** The record at an index below testkit_module_count(). [any] */
testkit_module_record testkit_module_at(size_t index);

/** The path of this image as the loader knows it, owned by the loader; null if it does not. [any] */
const char *testkit_image_path(void);

#endif
