/* SPDX-License-Identifier: MIT
 * The program and the libraries that are loaded in this process. */
#ifndef IMAGES_H
#define IMAGES_H

/** How many words the command line has, the program's name included. Swift's CommandLine reads them from /proc and
 *  takes as long for that as for the whole of a small run's report. [any] */
int worker_argument_count(void);
/** A word of the command line; null behind the last. Lives as long as the process. [any] */
const char *worker_argument(int index);

/** The path of the library that holds an address, as it was opened; null if there is none. Owned by the loader. */
const char *worker_image_path(const void *address);

/** The path of the library of a file name that this process has loaded; null if it has none. Owned by the loader. */
const char *worker_loaded_image(const char *name);

/** Whether Swift's runtime is a shared library, loaded before this program began, and not a part of it. */
int worker_shares_swift_runtime(void);

#endif
