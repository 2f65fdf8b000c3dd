/* SPDX-License-Identifier: MIT
 * The uses of a test besides its own memory, for --affected; and the libraries that come into a process. */
#ifndef WORKER_SHIMS_USES_H
#define WORKER_SHIMS_USES_H

#include <stddef.h>
#include <stdint.h>

/* The functions of its bundle that each test enters, and its uses besides code.
 *
 * The first byte of each function becomes a breakpoint, in pages that are the process's own. The first entry writes a bit and puts the
 * byte back, for the rest of the process: nothing is armed again. So a test is credited with all that its process has entered so far,
 * by any test, which is exact where each test has a process, and too much where several share one, but never too little.
 *
 * The host prepares all of it before it forks the first worker that records; bits and notes are in memory that all share, so that a crash
 * loses none and a fork of a test counts. Only on x86_64, and not with a sanitizer. */

/** The reasons why a test always runs: uses that are not seen. */
enum reach_flag {
    /** A worker has begun to record it. */
    REACH_BEGUN = 1,
    /** It started a program. */
    REACH_PROGRAM = 2,
    /** The test used the network, or a socket on which another process listens. */
    REACH_NETWORK = 4,
    /** It opened a library. */
    REACH_LIBRARY = 8,
    /** It shared memory or semaphores with others, by name. */
    REACH_SHARED = 16,
    /** It asked the kernel directly for something that is not seen then. */
    REACH_KERNEL = 32,
    /** It used more files than there is room for. */
    REACH_FULL = 64,
    /** Its process could not be prepared: pages that may not be written to, or a process that another one traces. */
    REACH_BLIND = 128,
    /** A library found a type by its name for it: it does not run for that, but the names of all types count. */
    REACH_TYPES = 256,
};

/** The ways in which a test uses a file. */
enum reach_use {
    /** It opened it, or asked whether it is there. */
    REACH_LOOKED = 0,
    /** It listed a directory. */
    REACH_LISTED = 1,
    /** It read where a link leads. */
    REACH_LINK = 2,
};

/** A file, as a test found it when it first used it. */
typedef struct {
    /** An absolute path; valid as long as the memory is mapped. */
    const char *path;
    /** The mode; 0 where it was not there. */
    uint32_t mode;
    /** The way in which it was used: a `reach_use`. */
    uint32_t use;
    /** Its size in bytes, its number, and its times in nanoseconds. */
    uint64_t size, inode, modified, changed;
} reach_file;

/** Whether this build can record anything. */
int reach_is_possible(void);

/** Maps the memory in which workers name the libraries that they open; 0 on success. Host, before the first worker. */
int reach_begin_survey(void);

/** Notes the libraries that are open, for a bundle that has just been opened; nothing without a survey. Worker. */
void reach_survey(uint32_t bundle);

/** The notes: lines of a number, a space and a path; valid until the survey ends. Host. */
const char *reach_surveyed(void);

/** Frees what was noted; workers that are forked from here on note nothing. Host. */
void reach_end_survey(void);

/** Adds a library whose functions are recorded, by their addresses in the file, which ascend. Host, before `reach_prepare`; copies
 *  all. The number of its first function; -1 without memory. */
long reach_add_image(const char *path, const uint32_t *addresses, size_t count);

/** Maps the memory for so many tests, and has all workers that are forked from here on record; 0 on success, -1 where there is no
 *  memory for it. Host. */
int reach_prepare(size_t tests);

/** Has the workers that are forked from here on record nothing. Host. */
void reach_stop(void);

/** Frees all of it. Host. */
void reach_discard(void);

/** Gives memory that is free back to the kernel: of all other pages, a fork copies the entries of the page table. Host and worker, before
 *  they fork. */
void reach_shrink(void);

/** Says which test each slot of the shared table is now. Host, while no worker runs anything. */
void reach_assign(uint32_t slot, uint32_t test);

/** Begins to credit a slot's test with what this process has entered and used, and will. Worker. */
void reach_enter(uint32_t slot);

/** Makes the pages of functions ones that a fork need not copy. Worker, before it forks; other threads may run them meanwhile. */
void reach_share_pages(void);

/** Credits a slot's test with all of it, without a change of the one that runs. Worker. */
void reach_credit(uint32_t slot);

/** The flags of a test. Host. */
uint32_t reach_flags(size_t test);

/** The functions that a test has entered: a bit for each, 64 to a word, and how many words; NULL where nothing is recorded. Host. */
const uint64_t *reach_bits(size_t test, size_t *words);

/** Reads the next file that a test has used, from a place, 0 at first; returns the place after it, 0 if there are no more. Host. */
uint32_t reach_next_file(size_t test, uint32_t place, reach_file *file);

/* Opens bundles, and notes which libraries come into this process besides bundles and their dependencies. */

/** Opens a bundle with dlopen(3), for itself and for good; null if the loader refuses, as dlerror(3) says then. [main] */
void *worker_open_bundle(const char *path);

/** Whether libraries may have been opened, or shown to all others, since the last call. Takes 0.1 µs. [main] */
int worker_has_opened_libraries(void);

/** The path of a library that is open now and that neither is the last opened bundle nor came because that needs it; null
 *  after the last. Libraries that were open before that bundle are left out. Owned by the loader. [main] */
const char *worker_opened_library(int index);

/** The number of libraries shown to all others that are known by name. */
#define WORKER_SHOWN_LIMIT 16

/** Looks for the libraries that were shown to all others since the last call (RTLD_GLOBAL); returns how many there were: more
 *  than the limit if not all are known. [main] */
int worker_take_shown_libraries(void);

/** The path of one of those; "" if it is not open any more, or not known. [main] */
const char *worker_shown_library(int index);

#endif
