/* SPDX-License-Identifier: MIT
 * Opens bundles, and notes which libraries come into this process beside bundles and what these need. */
#ifndef OPENED_LIBRARIES_H
#define OPENED_LIBRARIES_H

/** Opens a bundle with dlopen(3), for itself and for good; null if the loader refuses, as dlerror(3) says then. [main] */
void *worker_open_bundle(const char *path);

/** Whether libraries may have been opened, or shown to all others, since the last call. Takes 0.1 µs. [main] */
int worker_has_opened_libraries(void);

/** The path of a library that is open now and that neither is the bundle that was opened last nor came because that needs it; null
 *  behind the last. Those that were open before that bundle are left out. Owned by the loader. [main] */
const char *worker_opened_library(int index);

/** How many libraries that were shown to all others are known by name. */
#define WORKER_SHOWN_LIMIT 16

/** Looks for the libraries that were shown to all others since the last call (RTLD_GLOBAL); returns how many there were: more
 *  than the limit if not all are known. [main] */
int worker_take_shown_libraries(void);

/** The path of one of those; "" if it is not open any more, or not known. [main] */
const char *worker_shown_library(int index);

#endif
