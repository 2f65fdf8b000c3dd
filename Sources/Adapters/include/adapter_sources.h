/* SPDX-License-Identifier: MIT
 * The sources of the adapter for XCTest and Swift Testing, which the runner carries: the files of XCTestAdapter/ and the
 * ABI's header, as they are there, in the program's read-only data. They live as long as the program; any thread may
 * read them. */
#ifndef ADAPTER_SOURCES_H
#define ADAPTER_SOURCES_H

#include <stddef.h>

/** A file. */
typedef struct adapter_source {
    /** Its path, from the directory in which the adapter is made. */
    const char *name;
    /** Its text: UTF-8, without a zero byte at its end. */
    const unsigned char *start;
    size_t size;
} adapter_source;

/** The number of files. */
size_t adapter_source_count(void);
/** The file at an index below that. */
adapter_source adapter_source_at(size_t index);

#endif
