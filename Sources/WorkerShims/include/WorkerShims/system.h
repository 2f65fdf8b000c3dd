/* SPDX-License-Identifier: MIT
 * Calls of the system that Swift's Glibc leaves out, and what every other room uses. Errors come as -1 with errno. */
#ifndef WORKER_SHIMS_SYSTEM_H
#define WORKER_SHIMS_SYSTEM_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The facts of the program's own build. */

/** The length of a commit's name in hexadecimal digits. */
enum { WORKER_COMMIT_LENGTH = 40 };

/**
 * Writes the name of the commit that was checked out when the program was compiled, and a zero byte. Returns whether it
 * is known: sources without a repository have none.
 */
int worker_build_commit(char commit[WORKER_COMMIT_LENGTH + 1]);

/* Locks for functions that a bundle may call on any thread.
 *
 * A bundle's thread may be cancelled while it has one, and its process may fork while another thread does. Neither leaves
 * one of these locked: a thread that has one cannot be cancelled, and fork(3) waits until it has all of them. */

/** A lock; zero is a free one. */
typedef struct callback_lock {
    /** 0 for free, 1 for taken, 2 for taken with others that wait. */
    uint32_t state;
    /** Whether the holder can be cancelled otherwise. Written by the holder. */
    int cancelling;
    /** The one that was made before. */
    struct callback_lock *next;
} callback_lock;

/** Makes a free lock that fork(3) knows and that lives as long as the process. To take two, begin with the one that was made
 *  later, as fork(3) does. [any] */
callback_lock *callback_lock_make(void);

/** Takes a lock; a thread must not take one twice. [any] */
void callback_lock_take(callback_lock *lock);

/** Releases a lock. [any, the holder] */
void callback_lock_give(callback_lock *lock);

/* The clocks, read by calls that stay out of the kernel. */

/** Nanoseconds of CLOCK_MONOTONIC. */
uint64_t worker_now(void);

/** Nanoseconds since 1970-01-01 00:00:00 UTC. */
uint64_t worker_wall_clock(void);

/* Descriptors, pipes and files: the calls that Swift's Glibc module leaves out. Errors come as -1 with errno. */

/** Notes that the host has opened a descriptor, or closes it. A library that was loaded before the host has descriptors of its own,
 *  which must stay open. [main] */
void worker_note_descriptor(int descriptor, int is_own);

/** In a worker: closes every descriptor above 2 that the host has opened, but for two. [main] */
void worker_close_noted(int kept, int other);

/** A number that distinguishes one pipe from another, the same at both ends; 0 if the descriptor is closed or no pipe. */
uint64_t worker_pipe_identity(int descriptor);

/** poll(2) of descriptors, with a wait of no more than some microseconds. */
int worker_poll(struct pollfd *entries, size_t count, uint64_t microseconds);

/** The number of bytes in a pipe, or -1. */
int worker_pipe_size(int descriptor);

/** Opens the other end of a pipe whose one end is a descriptor of another process. Returns a descriptor that does not
 *  block, or -1. */
int worker_open_peer(pid_t pid, int descriptor, int is_writing);

/** Moves a descriptor to a number of at least `lowest`, closed on exec; where the limit of open files forbids that, it
 *  stays where it is. Returns it, or -1. */
int worker_move_descriptor(int descriptor, int lowest);

/** Both ends of a new pipe, closed on exec: the reading one first. Returns 0, or -1. */
int worker_pipe(int ends[2]);

/** Exchanges two files, so that each path always leads to one of them (renameat2(2)). Returns 0, or -1. */
int worker_exchange(const char *path, const char *other);

/** Reads the beginning of a file such as those in /proc, and puts a zero byte after it. Returns the number of bytes, up to
 *  `size` - 1, or -1. [any] */
ssize_t worker_read_file(const char *path, char *text, size_t size);

/** Reads a status file in /proc whole, as `worker_read_file` does, less the list of groups, which may be of any length. [any] */
ssize_t worker_read_status(const char *path, char *text, size_t size);

/* The program and the libraries that are loaded in this process. */

/** The number of words of the command line, the program's name included. Swift's CommandLine reads them from /proc and
 *  takes as long for that as for the whole of a small run's report. [any] */
int worker_argument_count(void);
/** A word of the command line; null after the last. Lives as long as the process. [any] */
const char *worker_argument(int index);

/** The path of the library that contains an address, as it was opened; null if there is none. Owned by the loader. */
const char *worker_image_path(const void *address);

/** The same, and the address in the library's file. Owned by the loader. */
const char *worker_place_in_image(uint64_t address, uint64_t *offset);

/** The path of the library of a file name that this process has loaded; null if it has none. Owned by the loader. */
const char *worker_loaded_image(const char *name);

/** A handle of the library of a file name that this process has loaded, which the caller closes; null if it has none. The loader's
 *  own look by a bare name (dlopen(3) with RTLD_NOLOAD) would search 80 directories where it has none. [any] */
void *worker_open_loaded(const char *name);

/** The same among the libraries that the loader put after another one, and so later, which must stay; all for null. [main] */
void *worker_open_loaded_behind(void *library, const char *name);

/** The library that the loader put after another one, as dlopen(3) gave that; null after the last. All libraries after one
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
    /** The size, in bytes. */
    size_t size;
} worker_data;

/** Lists the data of all loaded libraries that code may write to, less what the loader has made read-only, in `places`, as far as
 *  there is room; returns how many pieces there are. [main] */
size_t worker_writable_data(worker_data *places, size_t capacity);

/** Whether Swift's runtime is a shared library, loaded before this program began, and not a part of it. */
int worker_shares_swift_runtime(void);

/* Looks at bytes, quicker than Swift can without optimisation. */

/** Whether some bytes are in others. */
int worker_contains(const void *bytes, size_t count, const void *wanted, size_t wanted_count);

/** The result of one pass over a name. */
typedef struct worker_name {
    /** Its bytes, less the zero; one more than the limit where it is longer than that. */
    size_t length;
    /** A hash of those bytes. */
    uint64_t hash;
    /** 1 if all of them are ASCII. */
    int is_ascii;
    /** 1 if all of them are letters, digits and the like: nothing that is hidden or divides an identity. May be 0 although they are. */
    int is_plain;
} worker_name;

/** Looks at a name of at most `limit` bytes. */
worker_name worker_scan_name(const char *name, size_t limit);

/* The number of processors that this process may use. */

/** The smallest quota of this process's control group and of those that it is in, versions 1 and 2, in processors, rounded
 *  up; 0 if there is none. `root` goes before the paths of the system's files: "" but in tests. */
int worker_quota_processors(const char *root);

/** The number of processors that this process may use at once: its affinity, and its control group's quota where that is less. */
int worker_processor_count(void);

/* Memory that the host shares with its workers, waits for a word in it, and quicker first uses of memory. */

/** Maps `size` bytes that are shared with every process forked later; only what is touched takes memory. Where the system
 *  lets it, no process can make that memory shorter or empty it, root included. Null with errno on failure. */
void *worker_shared_memory(size_t size);

/** Leaves some of that memory out of all processes that this one forks from now on. */
void worker_keep_from_forks(void *memory, size_t size);

/** As worker_shared_memory, and maps the first `plan_size` bytes, a number of whole pages, once more for reading alone, for
 *  worker_protect_plan. `*read_only` is NULL where the system does not let that be. */
void *worker_table_memory(size_t size, size_t plan_size, void **read_only);

/** Replaces the first pages of that memory, in a process that was forked, by their second mapping. From Linux 5.1 on, nothing that the
 *  process or its children do makes these pages writable again. Without a second mapping, mprotect(2) protects them, which a process
 *  can undo. 0, or -1 with errno. */
int worker_protect_plan(void *memory, size_t plan_size, void *read_only);

/** Opens an unnamed file in memory, for data that is written after the process that reads it was forked. Returns a descriptor that is
 *  closed on exec, or -1. */
int worker_memory_file(void);

/** Has the kernel lay out the pages of some memory that is about to be written; changes nothing else, and may do nothing. */
void worker_touch_pages(void *start, size_t size);

/** Has the processor fetch the memory at an offset, if it can be read; changes nothing else. */
static inline void memory_fetch(const void *base, long offset) { __builtin_prefetch((const char *)base + offset); }

/** Sleeps while a word in shared memory has a value (futex(2)). May wake early. */
void worker_sleep_while(const uint32_t *word, uint32_t value);

/** Wakes all that sleep on a word. */
void worker_wake(const uint32_t *word);

/* Functions in place of the C library's. */

/** Finds the C library's functions that this program replaces by its own, so that none is looked up in a signal handler, in a
 *  forked child, or between a failed call of the loader and dlerror(3). [main], before the first worker. */
void next_functions_find(void);

/* The names of functions as people write them. */

/** The readable name of a linker's symbol, of Swift or C++; null if it is neither, or no runtime here can read it. Owned by the
 *  caller, who frees it. A malformed symbol may crash the process: call this in one that may crash. */
char *symbol_name(const char *symbol);
/** The same with modules and types, if the runtime knows them. */
char *symbol_full_name(const char *symbol);

/* A value for each thread: pthread_getspecific() has a new version in glibc 2.34, which a released runner must not need. */

/** The value of the calling thread; null at first, and in a thread that another one starts. [any] */
void *thread_value(void);

/** Sets the value of the calling thread. Owned by the caller. [any] */
void thread_set_value(void *given);

/* Processes that a bundle's code forked. */

/** From here on, processes that are made otherwise than by worker_fork() know that of themselves. */
void worker_watch_forks(void);

/** 1 in a process that a bundle's code forked, and that must not go on as if it were a worker. No system call. [any] */
int worker_is_stray(void);

/** Has this process count as a worker, or as one that works for it, and not as a stray one. */
void worker_become_own(void);

/** Ends this process, and the worker, if this one shares the worker's memory and is not the worker: vfork(2), or clone(2)
 *  with CLONE_VM. Sets `is_divided` before. It takes a system call to know that. [any] */
void worker_end_divided(uint32_t *is_divided);

/* The random choices of the Swift runtime in a process, and the means to make them by a seed instead. */

/** The file name of the library that contains the Swift runtime's chance. */
#define SWIFT_CORE_LIBRARY "libswiftCore.so"

/** Whether that library is in the process. */
int worker_has_swift_core(void);

/** Opens a library for the process's whole life, at a path or by its name alone where the loader is to look for it. Without `is_eager`,
 *  its functions are looked up when they are called. The loader reports a failure when a bundle needs the library. */
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
