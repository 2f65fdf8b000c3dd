/* SPDX-License-Identifier: MIT
 * Notes which libraries bundles open themselves.
 *
 * This file wraps dlopen(3), as process_threads.c wraps pthread_create(3). The call goes on as a jump: the loader looks at
 * the return address for the run path of the library that calls. */
#define _GNU_SOURCE
#include "WorkerShims/uses.h"

#include "../system/exported.h"
#include "../system/sanitizers.h"
#include "reach_notes.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef void *(*open_function)(const char *, int);

/** The last opened bundle, as the loader has it, and the number of libraries after it that it needs; it is never
 *  closed, and so neither are they. Main thread only. */
static struct link_map *last_bundle;
static long last_companions;
/** The number of libraries that the loader had opened at the last look. Main thread only. */
static unsigned long long known_count;

/** Whether this thread is opening a bundle; and the last of its libraries, if its constructors have opened more. */
static _Thread_local int is_opening;
static _Thread_local struct link_map *opening_end;

/** The names of the libraries that were shown to all since the last look; those that do not fit are counted. Each is written by the
 *  thread that took its number, and then marked as complete. */
enum { NAME_LIMIT = 1024 };
static struct {
    int is_complete;
    char name[NAME_LIMIT];
} shown[WORKER_SHOWN_LIMIT];
static int shown_count;
/** The libraries that were taken at the last look, by their paths; "" for one that was not open any more. Main thread only. */
static char taken[WORKER_SHOWN_LIMIT][NAME_LIMIT];

/** The C library's function, or that of a sanitizer which is before it. */
static open_function next_open(void) {
    static open_function known;
    open_function open = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (open == NULL) {
        *(void **)&open = dlsym(RTLD_NEXT, "dlopen");
        __atomic_store_n(&known, open, __ATOMIC_RELAXED);
    }
    return open;
}

#ifndef HAS_INTERCEPTOR

/** The library that was opened last of all, after another one. */
static struct link_map *last_of_all(struct link_map *map) {
    while (map != NULL && map->l_next != NULL) map = map->l_next;
    return map;
}

/** Whether a library is noted already. */
static int is_noted(const char *name) {
    for (int index = 0; index < WORKER_SHOWN_LIMIT; index += 1) {
        if (!__atomic_load_n(&shown[index].is_complete, __ATOMIC_ACQUIRE)) continue;
        if (strcmp(shown[index].name, name) == 0) return 1;
    }
    return 0;
}

/** Notes a call, before it is made. */
static void note_call(const char *path, int mode) {
    if (is_opening && opening_end == NULL) opening_end = last_of_all(next_open()(NULL, RTLD_LAZY));
    if ((mode & RTLD_GLOBAL) == 0 || path == NULL || path[0] == '\0' || is_noted(path)) return;
    int index = __atomic_fetch_add(&shown_count, 1, __ATOMIC_ACQ_REL);
    if (index >= WORKER_SHOWN_LIMIT) return;
    /* The main thread may be taking the place's last name at this moment. */
    if (strlen(path) >= NAME_LIMIT || __atomic_load_n(&shown[index].is_complete, __ATOMIC_ACQUIRE)) {
        __atomic_fetch_add(&shown_count, WORKER_SHOWN_LIMIT, __ATOMIC_ACQ_REL);
        return;
    }
    strcpy(shown[index].name, path);
    __atomic_store_n(&shown[index].is_complete, 1, __ATOMIC_RELEASE);
}

/* Clang guarantees the jump. Older GCCs only make it where they optimize, and so they do here at any level. */
#if __has_attribute(musttail)
#define RETURN_BY_JUMP __attribute__((musttail)) return
#define JUMPING
#else
#define RETURN_BY_JUMP return
#define JUMPING __attribute__((optimize("O2")))
#endif

EXPORTED JUMPING void *dlopen(const char *path, int mode) {
    note_call(path, mode);
    /* An absolute path: the caller does not matter. */
    if (reach_wants(path)) {
        void *library = next_open()(path, mode);
        reach_arm();
        return library;
    }
    if (path != NULL && (mode & RTLD_NOLOAD) == 0) reach_flag(REACH_LIBRARY);
    RETURN_BY_JUMP next_open()(path, mode);
}

#endif

static int take_count(struct dl_phdr_info *image, size_t size, void *argument) {
    (void)size;
    *(unsigned long long *)argument = image->dlpi_adds;
    return 1;
}

/** The number of libraries that the loader has opened so far. */
static unsigned long long opened_count(void) {
    unsigned long long count = 0;
    dl_iterate_phdr(take_count, &count);
    return count;
}

void *worker_open_bundle(const char *path) {
    unsigned long long count = opened_count();
    is_opening = 1;
    opening_end = NULL;
    reach_arm();
    void *library = next_open()(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    reach_arm();
    is_opening = 0;
    struct link_map *map = NULL;
    if (library == NULL || opened_count() == count || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return library;
    last_bundle = map;
    last_companions = 0;
    for (; map != opening_end && map->l_next != NULL; map = map->l_next) last_companions += 1;
    if (opening_end == NULL) known_count = opened_count();
    return library;
}

int worker_has_opened_libraries(void) {
    unsigned long long count = opened_count();
    int is_new = count != known_count || __atomic_load_n(&shown_count, __ATOMIC_ACQUIRE) != 0;
    if (is_new) known_count = count;
    return is_new;
}

const char *worker_opened_library(int index) {
    if (last_bundle == NULL) return NULL;
    struct link_map *map = last_bundle;
    for (long place = last_companions + 1 + index; place > 0 && map != NULL; place -= 1) map = map->l_next;
    return map == NULL ? NULL : map->l_name;
}

int worker_take_shown_libraries(void) {
    int total = __atomic_exchange_n(&shown_count, 0, __ATOMIC_ACQ_REL);
    for (int index = 0; index < WORKER_SHOWN_LIMIT; index += 1) {
        taken[index][0] = '\0';
        if (!__atomic_load_n(&shown[index].is_complete, __ATOMIC_ACQUIRE)) continue;
        /* A library that was not found, or is closed by now, is not shown. */
        void *library = next_open()(shown[index].name, RTLD_LAZY | RTLD_NOLOAD);
        __atomic_store_n(&shown[index].is_complete, 0, __ATOMIC_RELEASE);
        if (library == NULL) continue;
        struct link_map *map = NULL;
        if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0) snprintf(taken[index], NAME_LIMIT, "%s", map->l_name);
        dlclose(library);
    }
    return total;
}

const char *worker_shown_library(int index) { return taken[index]; }
