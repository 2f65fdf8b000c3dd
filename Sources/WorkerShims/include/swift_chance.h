/* SPDX-License-Identifier: MIT
 * The random choices of the Swift runtime in a process, and the means to make them by a seed instead. */
#ifndef SWIFT_CHANCE_H
#define SWIFT_CHANCE_H

#include <stdint.h>

/** The file name of the library that contains the Swift runtime's chance. */
#define SWIFT_CORE_LIBRARY "libswiftCore.so"

/** Whether that library is in the process. */
int worker_has_swift_core(void);

/** Opens a library for the process's whole life, at a path or by its name alone where the loader is to look for it. Without `is_eager`,
 *  its functions are looked up when they are called. What fails says the loader when a bundle needs the library. */
void worker_open_toolchain(const char *path, int is_eager);

/** Sets the key by which Swift's `Hasher` works in this process, and takes the tables' addresses out of their own seeds.
 *  Nothing that hashes with the shared library may have made a table before. Returns 0, or -1 where the library is not
 *  there or does not export its parameters. */
int worker_seed_hashing(uint64_t first, uint64_t second);

/** Sets a random key by which Swift's `Hasher` works in this process, in place of that of the process it was forked from; else as
 *  worker_seed_hashing(). */
int worker_renew_hashing(void);

/** Which runtime a library that was opened hashes with. */
typedef enum hashing_source {
    /** None: it has no Swift in it that hashes. */
    HASHING_NONE = 0,
    /** The shared library, whose key worker_seed_hashing() has set to these words. */
    HASHING_SEEDED = 1,
    /** A library with the system's key: a copy in a bundle, or one that was not seeded. */
    HASHING_SYSTEM = 2,
} hashing_source;

/** Looks at the parameters that a library finds, as dlopen(3) opened it. */
hashing_source worker_hashing_source(void *library, uint64_t first, uint64_t second);

/** Answers libswiftCore's requests for random bytes from the stream below while one is set, by changing the one entry of
 *  its import table that leads to syscall(2). Every other call is passed on as it came. Returns 0, or -1 where the
 *  library or that entry is not there. */
int worker_seed_random(void);

/** Sets the state of the stream of random numbers, and has it used. [main] */
void worker_set_random_stream(uint64_t state);

/** From here on, the system's random numbers are used again. [main] */
void worker_end_random_stream(void);

/** Takes random bytes from the stream. Safe on any thread; which of two threads gets which bytes is chance. [any] */
void worker_random_bytes(void *bytes, uint64_t count);

#endif
