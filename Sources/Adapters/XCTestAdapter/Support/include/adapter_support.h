/* SPDX-License-Identifier: MIT
 * The parts of the adapter that need C: the loader's tables, main, fork, and functions without a Swift declaration.
 * All of it is for the worker's main thread, unless a function says otherwise. */
#ifndef ADAPTER_SUPPORT_H
#define ADAPTER_SUPPORT_H

#include "testkit_bundle.h"

#include <stdbool.h>
#include <sys/types.h>

/** The address that a loaded image's own addresses count from. */
uintptr_t adapter_image_base(void *handle);
/** The path by which the loader opened an image; owned by the loader. */
const char *adapter_image_path(void *handle);
/** The path of the image that an address is in, owned by the loader, and where it begins; null if it is in none. */
const char *adapter_image_around(const void *address, uintptr_t *base);
/** Puts an address into each place of an image where it keeps an import whose name begins with `prefix`.
 *  Returns how many places there were. */
int adapter_replace_imports(void *handle, const char *prefix, void *replacement);

/** The only place in the variables of the image around an address that has some value; null if there is none, or several. */
uintptr_t *adapter_only_place(const void *inside, uintptr_t value);

/** Calls a main function. Returns 1 if adapter_leave_main() was called meanwhile, and 0 if main returned. */
int adapter_call_main(void *main_function);
/** Returns from adapter_call_main(), whatever was called since. */
void adapter_leave_main(void) __attribute__((noreturn));

/** As fork(2), which Swift does not import; a crash ends the child without a backtrace, which takes a quarter of a second. */
pid_t adapter_fork(void);

/** A file in memory, by a descriptor above those that tests count; -1 if there is none. On any thread. */
int adapter_memory_file(void);

/** Whether a file in memory can no more be written. On any thread. */
int adapter_is_sealed(int file);
/** Seals a file in memory against all changes. On any thread. */
void adapter_seal(int file);

/** A record of the section swift5_tests: what makes a test, or something else of another kind. */
struct adapter_record {
    uint32_t kind, reserved1;
    bool (*accessor)(void *out, const void *type, const void *hint, uintptr_t reserved);
    uintptr_t context, reserved2;
};
/** The records of an image, and of the libraries that it names as needed. The caller frees them. */
struct adapter_record *adapter_copy_records(void *handle, size_t *count);
/** The types, as metadata, of an image and of those libraries that conform to the protocol of types which have a record: Swift 6.2
 *  makes such types in place of a section. Null and 0 if there is none. The caller frees them. */
const void **adapter_copy_containers(void *handle, size_t *count);
/** Whether libTesting finds one record alone, which notes the type that libTesting asks generators to be of. */
void adapter_learn_generator_type(bool on);
/** The metadata of that type; null as long as it is not known. */
const void *adapter_generator_type(void);
/** Sets it to what a child has learnt, which is in libTesting's own data. */
void adapter_set_generator_type(const void *type);

/** Sets the answer for code that reads /proc/self/exe. The path is copied. */
void adapter_set_program(const char *path);

/** Serves the main queue until *done is not 0. */
void adapter_serve_main_queue(const volatile int *done);
/** Whether the main actor's jobs run off the main thread, if the runtime's imports of libdispatch are replaced by the next two. */
void adapter_set_off_main_thread(bool is_off);
void *adapter_async_replacement(void);
void *adapter_after_replacement(void);

/** The table of a file's symbols, whose bytes the caller keeps. The table is in the file; what its entries say may be wrong. */
struct adapter_symbols {
    /** The whole file. */
    const uint8_t *file;
    size_t file_size;
    /** Where the table begins, and its size in bytes; where the names begin. */
    size_t start, size, names;
};
/** The address of the last symbol of a name that is defined in the file, of a variable of some size or, with 0, of a function; whether
 *  there is one. Exported symbols come last. Any thread. */
bool adapter_symbol_address(const struct adapter_symbols *table, const char *name, size_t size, uint64_t *address);
/** The name of the first symbol with an address, in the file's bytes; null if there is none. Any thread. */
const char *adapter_symbol_name(const struct adapter_symbols *table, uint64_t address);
/** The next function, from an index on, whose symbol is Swift's and ends in one of some ways, which a null pointer ends: its name, in
 *  the file's bytes, and its address. Returns the index to go on with, or 0 at the end. Any thread. */
size_t adapter_next_function(const struct adapter_symbols *table, const char *const *ends, size_t index, const char **name,
                             uint64_t *address);
/** A hash of some bytes. Any thread. */
uint64_t adapter_hash(const uint8_t *bytes, size_t size);

/** Functions to put into the places of imports: readlink(2), and swift_enumerateAllMetadataSections(). */
void *adapter_readlink_replacement(void);
void *adapter_enumeration_replacement(void);
/** The same for functions in Swift, whose declarations cannot be converted to pointers. */
void *adapter_xctmain_replacement(void);
void *adapter_run_loop_stop_replacement(void);
void *adapter_testcase_replacement(void);
void *adapter_measure_replacement(void);
void *adapter_measure_metrics_replacement(void);

#endif
