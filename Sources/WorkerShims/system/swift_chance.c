/* SPDX-License-Identifier: MIT */
/* Rule 57. */
#define _GNU_SOURCE
#include "WorkerShims/system.h"

#include "import_slots.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

/** The variable that the runtime exports as `_swift_stdlib_Hashing_parameters`: SwiftShims' `_SwiftHashingParameters`. */
struct hashing_parameters {
    uint64_t first;
    uint64_t second;
    /** Whether a table's own seed leaves out its address. */
    _Bool is_deterministic;
};

/** The name of those parameters. */
static const char parameters_name[] = "_swift_stdlib_Hashing_parameters";

/** A handle of the library if it is in the process, which the caller closes; null if it is not. */
static void *swift_core(void) { return worker_open_loaded(SWIFT_CORE_LIBRARY); }

int worker_has_swift_core(void) {
    void *library = swift_core();
    if (library == NULL) return 0;
    dlclose(library);
    return 1;
}

void worker_open_toolchain(const char *path, int is_eager) {
    dlopen(path, (is_eager ? RTLD_NOW : RTLD_LAZY) | RTLD_LOCAL | RTLD_NODELETE);
}

/** Sets the library's parameters. Returns 0, or -1 where it is not there or does not export them. */
static int set_parameters(struct hashing_parameters wanted) {
    void *library = swift_core();
    if (library == NULL) return -1;
    struct hashing_parameters *parameters = dlsym(library, parameters_name);
    dlclose(library);
    if (parameters == NULL) return -1;
    *parameters = wanted;
    return 0;
}

int worker_seed_hashing(uint64_t first, uint64_t second) {
    return set_parameters((struct hashing_parameters){first, second, 1});
}

int worker_renew_hashing(void) {
    uint64_t key[2];
    if (getrandom(key, sizeof key, 0) != sizeof key) return -1;
    return set_parameters((struct hashing_parameters){key[0], key[1], 0});
}

hashing_source worker_hashing_source(void *library, uint64_t first, uint64_t second) {
    const struct hashing_parameters *found = dlsym(library, parameters_name);
    if (found == NULL) return HASHING_NONE;
    int is_seeded = found->is_deterministic && found->first == first && found->second == second;
    return is_seeded ? HASHING_SEEDED : HASHING_SYSTEM;
}

/* The stream: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), whose state is a counter that any thread may advance. */

/** The state before the next number. Any thread that takes a number advances it; the main thread sets it. */
static _Atomic uint64_t stream_state;
/** Whether the stream answers the library. Written by the main thread. */
static _Atomic int is_streaming;

void worker_set_random_stream(uint64_t state) {
    atomic_store_explicit(&stream_state, state, memory_order_relaxed);
    atomic_store_explicit(&is_streaming, 1, memory_order_release);
}

void worker_end_random_stream(void) { atomic_store_explicit(&is_streaming, 0, memory_order_release); }

void worker_random_bytes(void *bytes, uint64_t count) {
    const uint64_t step = 0x9e3779b97f4a7c15;
    for (uint64_t at = 0; at < count; at += 8) {
        uint64_t word = atomic_fetch_add_explicit(&stream_state, step, memory_order_relaxed) + step;
        word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
        word = (word ^ word >> 27) * 0x94d049bb133111eb;
        word ^= word >> 31;
        memcpy((char *)bytes + at, &word, count - at < 8 ? count - at : 8);
    }
}

/** Replaces syscall(2) in the library's import table. */
static long answer_random(long number, ...) {
    long arguments[6];
    va_list list;
    va_start(list, number);
    for (int index = 0; index < 6; index += 1) arguments[index] = va_arg(list, long);
    va_end(list);
    if (number == SYS_getrandom && atomic_load_explicit(&is_streaming, memory_order_acquire)) {
        worker_random_bytes((void *)arguments[0], (uint64_t)arguments[1]);
        return arguments[1];
    }
    return syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

/** Where the C library's function is kept; answer_random() calls it by its name. */
static void *real_syscall;
static const import_slot random_imports[] = {{"syscall", (void *)(uintptr_t)&answer_random, &real_syscall}};

int worker_seed_random(void) {
    struct link_map *map = NULL;
    void *library = swift_core();
    if (library == NULL || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return -1;
    import_slots_look_up(library, random_imports, 1);
    int changed = import_slots_replace(map, random_imports, 1);
    dlclose(library);
    return changed > 0 ? 0 : -1;
}
