/* SPDX-License-Identifier: MIT
 * Has closures that are handed to libdispatch, threads and detached tasks carry the activity that started them.
 *
 * Swift code reaches libdispatch through libswiftDispatch.so alone. So the functions that this library imports are replaced
 * there, in its table of imports, by some that wrap the closure. A definition here that is before libdispatch's would not
 * do: a runner that is linked statically has a libdispatch of its own. C code that calls libdispatch itself, and
 * dispatch_sync(), which waits for its block, stay as they are. */
#define _GNU_SOURCE
#include "WorkerShims/tasks.h"

#include "../system/fork_page.h"
#include "../system/import_slots.h"
#include "../system/sanitizers.h"
#include "WorkerShims/system.h"
#include "blocks.h"
#include "task_queues.h"
#include "task_sight.h"
#include "task_turns.h"

#include <dlfcn.h>
#include <link.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>

/** As an origin: it is not known. */
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

/* Tasks */

/** The number of tasks that are remembered; a power of two. */
#define TASKS 4096

/** The tasks that were made last, by their numbers, which come once in a process: an entry that another takes is forgotten. */
static struct {
    uint64_t task;
    uint64_t origin;
    const void *address;
    uint64_t calls[WORK_CALLS];
} tasks[TASKS];

/** The word with which each task begins as long as it is one. Written by the maker of a task. */
static const void *task_head;

/** The number of tasks that are or were being made, and the number of those noted: a task may run before its maker has noted it. */
static uint32_t started_count, noted_count ON_FORK_PAGE;

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

/** Where the activity is noted in whose work the process ends; null for nowhere. Written once, before any bundle's code. */
static uint64_t *ending;

void work_origin_begin(uint64_t *noted_ending) {
    is_main = 1;
    ending = noted_ending;
}

void work_origin_enter(uint64_t activity) { __atomic_store_n(&running, activity, __ATOMIC_RELEASE); }

void work_origin_provide(uint64_t (*bound)(void)) {
    if (bound == NULL || provider_count == sizeof providers / sizeof *providers) return;
    providers[provider_count] = bound;
    __atomic_store_n(&provider_count, provider_count + 1, __ATOMIC_RELEASE);
}

/** Returns the Swift task that runs on the calling thread, or null. */
static SWIFT_CALL const void *(*current_task)(void);

uint64_t work_origin_submitted(void) {
    uint32_t count = __atomic_load_n(&provider_count, __ATOMIC_ACQUIRE);
    for (uint32_t index = 0; index < count; index += 1) {
        uint64_t bound = providers[index]();
        if (bound != 0) return bound;
    }
    if (origin != 0) return origin;
    const void *task = current_task == NULL ? NULL : current_task();
    uint64_t known = task == NULL ? 0 : origin_of(task);
    if (known != 0) return known;
    uint64_t now = is_main ? __atomic_load_n(&running, __ATOMIC_ACQUIRE) : 0;
    return now != 0 ? now : UNKNOWN;
}

void work_origin_adopt(uint64_t submitted) { origin = submitted; }

/* Work that has not ended */

/** The number of pieces of work, blocks and threads, that are remembered until they end, and of places that are tried for one. */
enum { PIECES = 1024, PROBES = 8 };

/** The pieces. A place is free where the origin is 0, and being written where it is UNKNOWN. */
static struct {
    uint64_t origin;
    enum work_kind kind;
    uint64_t time;
    uint64_t function;
} pieces[PIECES];
/** The next place to try. */
static uint32_t next_piece ON_FORK_PAGE;

/** The most bytes between two frames: a larger number is no frame. */
#define FRAME_REACH (1 << 16)

/** Keeps by which calls a function was called that has some frame: Swift code keeps frame pointers. */
static void note_calls(uint64_t calls[WORK_CALLS], const void *frame) {
    for (int index = 0; index < WORK_CALLS; index += 1) {
        const void *const *words = frame;
        __atomic_store_n(&calls[index], words == NULL ? 0 : (uint64_t)(uintptr_t)words[1], __ATOMIC_RELAXED);
        if (words == NULL) continue;
        uintptr_t distance = (uintptr_t)words[0] - (uintptr_t)words;
        frame = distance > 0 && distance < FRAME_REACH && distance % sizeof(void *) == 0 ? words[0] : NULL;
    }
}

uint32_t work_began(enum work_kind kind, uint64_t submitted, uint64_t time, uint64_t function) {
    if (submitted == 0 || submitted == UNKNOWN) return 0;
    for (int probe = 0; probe < PROBES; probe += 1) {
        uint32_t place = __atomic_fetch_add(&next_piece, 1, __ATOMIC_RELAXED) % PIECES;
        uint64_t free_place = 0;
        if (!__atomic_compare_exchange_n(&pieces[place].origin, &free_place, UNKNOWN, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) continue;
        __atomic_store_n(&pieces[place].kind, kind, __ATOMIC_RELAXED);
        __atomic_store_n(&pieces[place].time, time, __ATOMIC_RELAXED);
        __atomic_store_n(&pieces[place].function, function, __ATOMIC_RELAXED);
        __atomic_store_n(&pieces[place].origin, submitted, __ATOMIC_RELEASE);
        return place + 1;
    }
    return 0;
}

void work_ended(uint32_t piece) {
    if (piece != 0) __atomic_store_n(&pieces[piece - 1].origin, 0, __ATOMIC_RELEASE);
}

int work_has_begun(void) {
    return __atomic_load_n(&next_piece, __ATOMIC_ACQUIRE) != 0 || __atomic_load_n(&noted_count, __ATOMIC_ACQUIRE) != 0;
}

size_t work_find_left(uint64_t nanoseconds, struct work_left *found, size_t capacity) {
    size_t count = 0;
    int has_pieces = __atomic_load_n(&next_piece, __ATOMIC_ACQUIRE) != 0;
    for (int place = 0; has_pieces && place < PIECES && count < capacity; place += 1) {
        uint64_t starter = __atomic_load_n(&pieces[place].origin, __ATOMIC_ACQUIRE);
        if (starter == 0 || starter == UNKNOWN) continue;
        uint64_t time = __atomic_load_n(&pieces[place].time, __ATOMIC_RELAXED);
        if (time != 0 && task_queues_time_until(time) > nanoseconds) continue;
        uint64_t function = __atomic_load_n(&pieces[place].function, __ATOMIC_RELAXED);
        found[count++] =
            (struct work_left){starter, __atomic_load_n(&pieces[place].kind, __ATOMIC_RELAXED), {function + (function != 0)}};
    }
    int has_tasks = __atomic_load_n(&noted_count, __ATOMIC_ACQUIRE) != 0;
    for (int place = 0; has_tasks && place < TASKS && count < capacity; place += 1) {
        uint64_t number = __atomic_load_n(&tasks[place].task, __ATOMIC_ACQUIRE);
        uint64_t starter = __atomic_load_n(&tasks[place].origin, __ATOMIC_ACQUIRE);
        if (number == 0 || starter == 0 || starter == UNKNOWN) continue;
        const void *task = __atomic_load_n(&tasks[place].address, __ATOMIC_ACQUIRE);
        if (!task_sight_goes_on(task, __atomic_load_n(&task_head, __ATOMIC_ACQUIRE), (uint32_t)number)) continue;
        found[count] = (struct work_left){starter, WORK_TASK, {0}};
        for (int call = 0; call < WORK_CALLS; call += 1)
            found[count].calls[call] = __atomic_load_n(&tasks[place].calls[call], __ATOMIC_RELAXED);
        count += 1;
    }
    return count;
}

size_t work_find_waiting(task_waiting *found, size_t capacity) {
    uint64_t now = __atomic_load_n(&running, __ATOMIC_ACQUIRE);
    size_t count = 0;
    if (now == 0 || task_turns_are_on()) return 0;
    for (int place = 0; place < TASKS && count < capacity; place += 1) {
        uint64_t number = __atomic_load_n(&tasks[place].task, __ATOMIC_ACQUIRE);
        if (number == 0 || __atomic_load_n(&tasks[place].origin, __ATOMIC_ACQUIRE) != now) continue;
        const void *task = __atomic_load_n(&tasks[place].address, __ATOMIC_ACQUIRE);
        if (!task_sight_waits(task, __atomic_load_n(&task_head, __ATOMIC_ACQUIRE), (uint32_t)number, &found[count])) continue;
        size_t same = 0;
        while (memcmp(&found[same], &found[count], sizeof *found) != 0) same += 1;
        count += same == count;
    }
    return count;
}

void work_origin_note_end(void) {
    if (ending == NULL || worker_is_stray()) return;
    const void *task = current_task == NULL ? NULL : current_task();
    uint64_t starter = task != NULL ? origin_of(task) : origin;
    if (starter != 0 && starter != UNKNOWN) __atomic_store_n(ending, starter, __ATOMIC_RELEASE);
}

/* Making tasks */

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
    __atomic_store_n(&task_head, *(const void *const *)made.task, __ATOMIC_RELEASE);
    __atomic_store_n(&tasks[place].task, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&tasks[place].origin, submitted, __ATOMIC_RELEASE);
    __atomic_store_n(&tasks[place].address, made.task, __ATOMIC_RELEASE);
    note_calls(tasks[place].calls, __builtin_frame_address(0));
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
    /** Its place among what has not ended, of a block that was submitted to run once; 0 for none, or CANCELLED. Written on any thread. */
    uint32_t piece;
    /** Whether it runs. Written by the thread that runs it. */
    uint32_t is_running;
};

/** As a place among what has not ended: the block will not run. */
#define CANCELLED UINT32_MAX

/** The blocks runtime that libswiftDispatch.so uses. */
static struct block *(*copy_block)(const struct block *);
static void (*release_block)(const struct block *);
static void *stack_block;
/** The mark of blocks that libdispatch made itself, with a class of service: those must reach it as they are, and the block in
 *  them was wrapped when they were made. */
static void *special_invoke;
/** The offset of the wrapped block in such a block; 0 if that is not known. */
static size_t inner_offset;

static void run_wrapped(struct block *block, uintptr_t a, uintptr_t b, uintptr_t c);

/** The wrapped block in one that libdispatch made itself; null if it is none, or that is not known. */
static struct wrapped *inner_of(struct block *block) {
    size_t offset = __atomic_load_n(&inner_offset, __ATOMIC_ACQUIRE);
    if (offset == 0 || (void *)block->invoke != __atomic_load_n(&special_invoke, __ATOMIC_ACQUIRE)) return NULL;
    struct wrapped *inner = *(struct wrapped **)((char *)block + offset);
    return inner->head.invoke == run_wrapped ? inner : NULL;
}

/** Says that a block has ended, or never runs. */
static void end_piece(struct wrapped *self, uint32_t next) {
    uint32_t piece = __atomic_exchange_n(&self->piece, next, __ATOMIC_ACQ_REL);
    if (piece != CANCELLED) work_ended(piece);
}

static void run_wrapped(struct block *block, uintptr_t a, uintptr_t b, uintptr_t c) {
    struct wrapped *self = (struct wrapped *)block;
    uint64_t outer = origin;
    origin = self->origin;
    /* Many threads may run a block that has no place. */
    int is_piece = __atomic_load_n(&self->piece, __ATOMIC_ACQUIRE) != 0;
    if (is_piece) __atomic_store_n(&self->is_running, 1, __ATOMIC_RELEASE);
    self->inner->invoke(self->inner, a, b, c);
    if (is_piece) {
        __atomic_store_n(&self->is_running, 0, __ATOMIC_RELEASE);
        end_piece(self, 0);
    }
    origin = outer;
}

static void copy_wrapped(void *to, const void *from) {
    ((struct wrapped *)to)->inner = copy_block(((const struct wrapped *)from)->inner);
}

/** A block that never runs has ended when its last reference is released. */
static void dispose_wrapped(const void *block) {
    end_piece((struct wrapped *)block, CANCELLED);
    release_block(((const struct wrapped *)block)->inner);
}

static const struct block_descriptor wrapped_descriptor = {0, sizeof(struct wrapped), copy_wrapped, dispose_wrapped};

/** A block to submit in place of another; the caller releases it. Of one that runs once, `piece` is its place among what has not
 *  ended. */
static struct block *wrap_as(struct block *block, uint64_t submitted, uint32_t piece) {
    if (block == NULL) return NULL;
    if ((void *)block->invoke == __atomic_load_n(&special_invoke, __ATOMIC_ACQUIRE)) {
        struct wrapped *inner = inner_of(block);
        uint32_t none = 0;
        if (inner == NULL || !__atomic_compare_exchange_n(&inner->piece, &none, piece, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            work_ended(piece);
        return copy_block(block);
    }
    struct wrapped wrapped = {{stack_block, HAS_COPY_DISPOSE, 0, run_wrapped, &wrapped_descriptor}, block, submitted, piece, 0};
    return copy_block(&wrapped.head);
}

static struct block *wrap(struct block *block) { return wrap_as(block, work_origin_submitted(), 0); }

/** Returns the Swift function that a block calls; if there is none, anything that the block has. */
static uint64_t function_of(struct block *block) {
    struct wrapped *inner = inner_of(block);
    const struct block *own = inner == NULL ? block : inner->inner;
    return own->descriptor->size < sizeof *own + sizeof(uint64_t) ? 0 : *(const uint64_t *)(own + 1);
}

/** Wraps a block that runs once, at some time of libdispatch's at the earliest. */
static struct block *wrap_once(struct block *block, uint64_t time) {
    if (block == NULL) return NULL;
    uint64_t submitted = work_origin_submitted();
    return wrap_as(block, submitted, work_began(WORK_BLOCK, submitted, time, function_of(block)));
}

static void release(struct block *block) {
    if (block != NULL) release_block(block);
}

/** Defines a function that wraps its last argument, a block, in a way, and calls the real one. */
#define WRAPPER_BY(wrapping, name, parameters, ...)                                                                         \
    static void(*real_##name) parameters;                                                                                   \
    static void our_##name parameters {                                                                                     \
        struct block *given = wrapping;                                                                                     \
        real_##name(__VA_ARGS__);                                                                                           \
        release(given);                                                                                                     \
    }
#define WRAPPER(name, parameters, ...) WRAPPER_BY(wrap(block), name, parameters, __VA_ARGS__)
#define WRAPPER_ONCE(name, parameters, ...) WRAPPER_BY(wrap_once(block, 0), name, parameters, __VA_ARGS__)

WRAPPER_ONCE(dispatch_async, (void *queue, struct block *block), queue, given)
WRAPPER_ONCE(dispatch_barrier_async, (void *queue, struct block *block), queue, given)
WRAPPER_ONCE(dispatch_group_async, (void *group, void *queue, struct block *block), group, queue, given)
WRAPPER_BY(wrap_once(block, time), dispatch_after, (uint64_t time, void *queue, struct block *block), time, queue, given)
WRAPPER_ONCE(dispatch_group_notify, (void *group, void *queue, struct block *block), group, queue, given)
WRAPPER_ONCE(dispatch_block_notify, (void *after, void *queue, struct block *block), after, queue, given)
WRAPPER(dispatch_apply, (size_t count, void *queue, struct block *block), count, queue, given)
WRAPPER(dispatch_source_set_event_handler, (void *source, struct block *block), source, given)
WRAPPER(dispatch_source_set_cancel_handler, (void *source, struct block *block), source, given)
WRAPPER(dispatch_source_set_registration_handler, (void *source, struct block *block), source, given)

/** Takes a block that libdispatch has made of a wrapped one: the first shows how it marks such blocks, and where the other is in it. */
static struct block *made_of(struct block *given, struct block *made) {
    for (size_t offset = sizeof(struct block); given != NULL && made != NULL && offset < made->descriptor->size; offset += sizeof(void *)) {
        if (*(struct block **)((char *)made + offset) != given) continue;
        __atomic_store_n(&inner_offset, offset, __ATOMIC_RELEASE);
        break;
    }
    if (made != NULL) __atomic_store_n(&special_invoke, (void *)made->invoke, __ATOMIC_RELEASE);
    release(given);
    return made;
}

static struct block *(*real_dispatch_block_create)(unsigned long, struct block *);
static struct block *our_dispatch_block_create(unsigned long flags, struct block *block) {
    struct block *given = wrap(block);
    return made_of(given, real_dispatch_block_create(flags, given));
}

static struct block *(*real_dispatch_block_create_with_qos_class)(unsigned long, unsigned, int, struct block *);
static struct block *our_dispatch_block_create_with_qos_class(unsigned long flags, unsigned service, int priority,
                                                              struct block *block) {
    struct block *given = wrap(block);
    return made_of(given, real_dispatch_block_create_with_qos_class(flags, service, priority, given));
}

static void (*real_dispatch_block_cancel)(struct block *);
static void our_dispatch_block_cancel(struct block *block) {
    real_dispatch_block_cancel(block);
    struct wrapped *inner = inner_of(block);
    /* A block that runs goes on. */
    if (inner != NULL && !__atomic_load_n(&inner->is_running, __ATOMIC_ACQUIRE)) end_piece(inner, CANCELLED);
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
    REPLACED(dispatch_block_cancel),
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

/** Whether an image is the runtime for tasks, which calls itself in other ways. */
static int is_runtime(const struct link_map *map) {
    const char *slash = strrchr(map->l_name, '/');
    return slash != NULL && strcmp(slash + 1, "libswift_Concurrency.so") == 0;
}

void work_origin_watch(void *handle, int is_alone) {
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
    if (!is_alone) {
        import_slots_replace(map, task_functions, COUNT(task_functions));
        return;
    }
    /* An adapter has opened its test executable by now, and the framework's own tasks start those of its tests. */
    while (map->l_prev != NULL) map = map->l_prev;
    for (; map != NULL; map = map->l_next)
        if (!is_runtime(map)) import_slots_replace(map, task_functions, COUNT(task_functions));
}
