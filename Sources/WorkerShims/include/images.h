/* SPDX-License-Identifier: MIT
 * The program and the libraries that are loaded in this process. */
#ifndef IMAGES_H
#define IMAGES_H

#include <stddef.h>
#include <stdint.h>

/** How many words the command line has, the program's name included. Swift's CommandLine reads them from /proc and
 *  takes as long for that as for the whole of a small run's report. [any] */
int worker_argument_count(void);
/** A word of the command line; null behind the last. Lives as long as the process. [any] */
const char *worker_argument(int index);

/** The path of the library that contains an address, as it was opened; null if there is none. Owned by the loader. */
const char *worker_image_path(const void *address);

/** The same, and the address as the library's file has it. Owned by the loader. */
const char *worker_place_in_image(uint64_t address, uint64_t *offset);

/** The path of the library of a file name that this process has loaded; null if it has none. Owned by the loader. */
const char *worker_loaded_image(const char *name);

/** A handle of the library of a file name that this process has loaded, which the caller closes; null if it has none. The loader's
 *  own look by a bare name (dlopen(3) with RTLD_NOLOAD) would search 80 directories where it has none. [any] */
void *worker_open_loaded(const char *name);

/** The same among the libraries that the loader put behind another one, and so later, which must stay; all for null. [main] */
void *worker_open_loaded_behind(void *library, const char *name);

/** The library that the loader put behind another one, as dlopen(3) gave that; null behind the last. What is behind a library
 *  that was opened just now came with it. [main] */
void *worker_next_library(void *library);

/** A library's path, as it was opened or found. Owned by the loader. [main] */
const char *worker_library_path(void *library);

/** The path of the file that the loader opened as a library, if that is another file than the one at `path`; null if it is that
 *  one. The loader takes a library that is open for one of the path that is its soname. Owned by the loader. [main] */
const char *worker_other_file(void *library, const char *path);

/** Copies the number that the linker gave a library's build to `bytes`, and returns its length; 0 if it has none, it is
 *  longer than `size`, or the loader does not say. Reads only what is mapped. [main] */
size_t worker_library_build(void *library, uint8_t *bytes, size_t size);

/** A piece of a library's data that code may write to. */
typedef struct {
    /** The library's path, as it was opened. Owned by the loader. */
    const char *path;
    /** The address that the library's own addresses count from. */
    uint64_t base;
    /** Where the piece is. */
    const void *start;
    /** How many bytes it has. */
    size_t size;
} worker_data;

/** Lists the data of all loaded libraries that code may write to, less what the loader has made read-only, in `places`, as far as
 *  there is room; returns how many pieces there are. [main] */
size_t worker_writable_data(worker_data *places, size_t capacity);

/** Whether Swift's runtime is a shared library, loaded before this program began, and not a part of it. */
int worker_shares_swift_runtime(void);

#endif
