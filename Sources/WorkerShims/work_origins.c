/* SPDX-License-Identifier: MIT
 * Has closures that are handed to libdispatch, threads and detached tasks carry the activity that started them.
 *
 * Swift code reaches libdispatch through libswiftDispatch.so alone. So the functions that this library imports are replaced
 * there, in its table of imports, by some that wrap the closure. A definition here that is before libdispatch's would not
 * do: a runner that is linked statically has a libdispatch of its own. C code that calls libdispatch itself, and
 * dispatch_sync(), which has no later, stay as they are. */
#define _GNU_SOURCE
#include "work_origins.h"

#include "blocks.h"
#include "fork_page.h"
#include "images.h"
#include "import_slots.h"
#include "sanitizers.h"

#include <dlfcn.h>
#include <link.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>

/** As an origin: nobody knows it. */
#define UNKNOWN UINT64_MAX

/** The activity that the main thread runs. Written there. */
static uint64_t running ON_FORK_PAGE;
/** The activity that started the thread's work; 0 if it is unknown. */
static _Thread_local uint64_t origin;
/** Whether it is the thread that runs activities. */
static _Thread_local int is_main;
/** Whether what goes to libdispatch carries its origin. Written on the main thread. */
static int is_watching;

/** The functions that know what a task is bound to; added on the main thread, called on any. */
static uint64_t (*providers[64])(void);
static uint32_t provider_count;

void work_origin_begin(void) { is_main = 1; }

void work_origin_enter(uint64_t activity) { __atomic_store_n(&running, activity, __ATOMIC_RELEASE); }

void work_origin_provide(uint64_t (*bound)(void)) {
    if (bound == NULL || provider_count == sizeof providers / sizeof *providers) return;
    providers[provider_count] = bound;
    __atomic_store_n(&provider_count, provider_count + 1, __ATOMIC_RELEASE);
}

uint64_t work_origin_submitted(void) {
    uint32_t count = __atomic_load_n(&provider_count, __ATOMIC_ACQUIRE);
    for (uint32_t index = 0; index < count; index += 1) {
        uint64_t bound = providers[index]();
        if (bound != 0) return bound;
    }
    if (origin != 0) return origin;
    uint64_t now = is_main ? __atomic_load_n(&running, __ATOMIC_ACQUIRE) : 0;
    return now != 0 ? now : UNKNOWN;
}

void work_origin_adopt(uint64_t submitted) { origin = submitted; }

/* Tasks */

/** How many tasks are remembered; a power of two. */
#define TASKS 4096

/** The tasks that were made last, by their numbers, which come once in a process: an entry that another takes is forgotten. */
static struct {
    uint64_t task;
    uint64_t origin;
} tasks[TASKS];

/** How many tasks are or were being made, and how many of these are noted: one may run before its maker has done that. */
static uint32_t started_count, noted_count;

/** Swift's calling convention. Of functions with at most six words as arguments and at most two as a result, and no context, it is
 *  C's on both architectures that the runner supports; so a compiler that does not know it may do without. */
#ifdef __clang__
#define SWIFT_CALL __attribute__((swiftcall))
#else
#define SWIFT_CALL
#endif

/** The number of a task. */
static SWIFT_CALL uint64_t (*task_number)(const void *task);

/** Returns the activity that started a task; 0 if it is forgotten. */
static uint64_t origin_of(const void *task) {
    if (task_number == NULL) return 0;
    for (int turn = 0; turn < 2000; turn += 1) {
        if (__atomic_load_n(&started_count, __ATOMIC_ACQUIRE) == __atomic_load_n(&noted_count, __ATOMIC_ACQUIRE)) break;
        sched_yield();
    }
    uint64_t number = task_number(task);
    size_t place = number % TASKS;
    if (__atomic_load_n(&tasks[place].task, __ATOMIC_ACQUIRE) != number) return 0;
    uint64_t found = __atomic_load_n(&tasks[place].origin, __ATOMIC_ACQUIRE);
    return __atomic_load_n(&tasks[place].task, __ATOMIC_ACQUIRE) == number ? found : 0;
}

/** The result of swift_task_create(). */
struct task_and_context {
    void *task;
    void *context;
};

typedef SWIFT_CALL struct task_and_context (*task_create)(size_t, void *, const void *, void *, void *);

static task_create real_task_create;

static SWIFT_CALL struct task_and_context create_task(size_t flags, void *options, const void *type, void *entry,
                                                       void *context) {
    uint64_t submitted = work_origin_submitted();
    __atomic_fetch_add(&started_count, 1, __ATOMIC_ACQ_REL);
    struct task_and_context made = real_task_create(flags, options, type, entry, context);
    uint64_t number = task_number(made.task);
    size_t place = number % TASKS;
    __atomic_store_n(&tasks[place].task, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&tasks[place].origin, submitted, __ATOMIC_RELEASE);
    __atomic_store_n(&tasks[place].task, number, __ATOMIC_RELEASE);
    __atomic_fetch_add(&noted_count, 1, __ATOMIC_ACQ_REL);
    return made;
}

uint64_t work_origin(const void *task) {
    uint64_t now = __atomic_load_n(&running, __ATOMIC_ACQUIRE);
    uint64_t known = task != NULL ? origin_of(task) : origin;
    if (known == UNKNOWN) return 0;
    if (known != 0) return known;
    if (is_main || task != NULL || !__atomic_load_n(&is_watching, __ATOMIC_ACQUIRE)) return now;
#ifdef HAS_INTERCEPTOR
    /* Threads are not seen being started. */
    return now;
#else
    return 0;
#endif
}

/** Returns the Swift task that runs on the calling thread, or null. */
static SWIFT_CALL const void *(*current_task)(void);

uint64_t work_origin_certain(void) {
    if (origin != 0) return origin == UNKNOWN ? 0 : origin;
    /* A task of any origin may run on the main thread while an activity waits there. */
    if (!is_main || (current_task != NULL && current_task() != NULL)) return 0;
    return __atomic_load_n(&running, __ATOMIC_ACQUIRE);
}

/* Closures */

/** The descriptor has functions that copy and dispose. */
#define HAS_COPY_DISPOSE (1 << 25)

/** A block that runs another with its origin. */
struct wrapped {
    struct block head;
    struct block *inner;
    uint64_t origin;
};

/** The blocks runtime that libswiftDispatch.so uses. */
static struct block *(*copy_block)(const struct block *);
static void (*release_block)(const struct block *);
static void *stack_block;
/** How libdispatch marks blocks that it made itself, with a class of service: those must reach it as they are, and what is in
 *  them was wrapped when they were made. */
static void *special_invoke;

static void run_wrapped(struct block *block, uintptr_t a, uintptr_t b, uintptr_t c) {
    const struct wrapped *self = (const struct wrapped *)block;
    uint64_t outer = origin;
    origin = self->origin;
    self->inner->invoke(self->inner, a, b, c);
    origin = outer;
}

static void copy_wrapped(void *to, const void *from) {
    ((struct wrapped *)to)->inner = copy_block(((const struct wrapped *)from)->inner);
}

static void dispose_wrapped(const void *block) { release_block(((const struct wrapped *)block)->inner); }

static const struct block_descriptor wrapped_descriptor = {0, sizeof(struct wrapped), copy_wrapped, dispose_wrapped};

/** A block to submit in place of another; the caller releases it. */
static struct block *wrap(struct block *block) {
    if (block == NULL) return NULL;
    if ((void *)block->invoke == __atomic_load_n(&special_invoke, __ATOMIC_ACQUIRE)) return copy_block(block);
    struct wrapped wrapped = {
        {stack_block, HAS_COPY_DISPOSE, 0, run_wrapped, &wrapped_descriptor}, block, work_origin_submitted()};
    return copy_block(&wrapped.head);
}

static void release(struct block *block) {
    if (block != NULL) release_block(block);
}

/** Defines a function that wraps its last argument, a block, and calls the real one. */
#define WRAPPER(name, parameters, ...)                                                                                      \
    static void(*real_##name) parameters;                                                                                   \
    static void our_##name parameters {                                                                                     \
        struct block *given = wrap(block);                                                                                  \
        real_##name(__VA_ARGS__);                                                                                           \
        release(given);                                                                                                     \
    }

WRAPPER(dispatch_async, (void *queue, struct block *block), queue, given)
WRAPPER(dispatch_barrier_async, (void *queue, struct block *block), queue, given)
WRAPPER(dispatch_after, (uint64_t time, void *queue, struct block *block), time, queue, given)
WRAPPER(dispatch_group_async, (void *group, void *queue, struct block *block), group, queue, given)
WRAPPER(dispatch_group_notify, (void *group, void *queue, struct block *block), group, queue, given)
WRAPPER(dispatch_block_notify, (void *after, void *queue, struct block *block), after, queue, given)
WRAPPER(dispatch_apply, (size_t count, void *queue, struct block *block), count, queue, given)
WRAPPER(dispatch_source_set_event_handler, (void *source, struct block *block), source, given)
WRAPPER(dispatch_source_set_cancel_handler, (void *source, struct block *block), source, given)
WRAPPER(dispatch_source_set_registration_handler, (void *source, struct block *block), source, given)

static struct block *(*real_dispatch_block_create)(unsigned long, struct block *);
static struct block *our_dispatch_block_create(unsigned long flags, struct block *block) {
    struct block *given = wrap(block);
    struct block *made = real_dispatch_block_create(flags, given);
    if (made != NULL) __atomic_store_n(&special_invoke, (void *)made->invoke, __ATOMIC_RELEASE);
    release(given);
    return made;
}

static struct block *(*real_dispatch_block_create_with_qos_class)(unsigned long, unsigned, int, struct block *);
static struct block *our_dispatch_block_create_with_qos_class(unsigned long flags, unsigned service, int priority,
                                                              struct block *block) {
    struct block *given = wrap(block);
    struct block *made = real_dispatch_block_create_with_qos_class(flags, service, priority, given);
    if (made != NULL) __atomic_store_n(&special_invoke, (void *)made->invoke, __ATOMIC_RELEASE);
    release(given);
    return made;
}

/* Imports */

#define REPLACED(name) {#name, (void *)our_##name, (void **)&real_##name}

static const import_slot dispatch_functions[] = {
    REPLACED(dispatch_async),
    REPLACED(dispatch_barrier_async),
    REPLACED(dispatch_after),
    REPLACED(dispatch_group_async),
    REPLACED(dispatch_group_notify),
    REPLACED(dispatch_block_notify),
    REPLACED(dispatch_apply),
    REPLACED(dispatch_source_set_event_handler),
    REPLACED(dispatch_source_set_cancel_handler),
    REPLACED(dispatch_source_set_registration_handler),
    REPLACED(dispatch_block_create),
    REPLACED(dispatch_block_create_with_qos_class),
};

static const import_slot task_functions[] = {
    {"swift_task_create", (void *)create_task, (void **)&real_task_create},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/** The library whose imports are replaced. Written on the main thread. */
static const struct link_map *watched;

/** The libraries of a toolchain are there once for all bundles, or in none of them: they are looked for among those that came later than
 *  an earlier bundle. */
static void watch_dispatch(void *earlier) {
    void *library = worker_open_loaded_behind(earlier, "libswiftDispatch.so");
    struct link_map *map = NULL;
    if (library == NULL || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return;
    *(void **)&copy_block = dlsym(library, "_Block_copy");
    *(void **)&release_block = dlsym(library, "_Block_release");
    stack_block = dlsym(library, "_NSConcreteStackBlock");
    if (copy_block == NULL || release_block == NULL || stack_block == NULL) return;
    import_slots_look_up(library, dispatch_functions, COUNT(dispatch_functions));
    import_slots_replace(map, dispatch_functions, COUNT(dispatch_functions));
    watched = map;
    __atomic_store_n(&is_watching, 1, __ATOMIC_RELEASE);
}

int work_origin_route(const struct link_map *map, const char *name, void *function) {
    if (map != watched) return 0;
    for (size_t index = 0; index < COUNT(dispatch_functions); index += 1) {
        if (strcmp(dispatch_functions[index].name, name) != 0) continue;
        __atomic_store_n(dispatch_functions[index].real, function, __ATOMIC_RELEASE);
        return 1;
    }
    return 0;
}

const struct block *work_origin_unwrapped(const struct block *block) {
    return block->invoke == run_wrapped ? ((const struct wrapped *)block)->inner : block;
}

void work_origin_watch(void *handle) {
    /* The bundle that was watched last, which is never unloaded, and a reference to the library. */
    static void *earlier, *library;
    if (!is_watching) watch_dispatch(earlier);
    if (library == NULL) library = worker_open_loaded_behind(earlier, "libswift_Concurrency.so");
    if (handle != NULL) earlier = handle;
    struct link_map *map = NULL;
    if (library == NULL || handle == NULL || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return;
    if (task_number == NULL) *(void **)&task_number = dlsym(library, "swift_task_getJobTaskId");
    if (current_task == NULL) *(void **)&current_task = dlsym(library, "swift_task_getCurrent");
    if (task_number == NULL) return;
    if (real_task_create == NULL) import_slots_look_up(library, task_functions, COUNT(task_functions));
    import_slots_replace(map, task_functions, COUNT(task_functions));
}
