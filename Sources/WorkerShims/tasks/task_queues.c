/* SPDX-License-Identifier: MIT
 * Rule 72.
 *
 * Watches what suites submit to libdispatch by themselves, by the functions that they import.
 *
 * A block that a task submits to a queue of the system may begin at any time, on any thread: it is a piece of the schedule, and the seed
 * decides when it runs. Then what it wakes is no wake-up from outside. Queues of a suite's own keep the order of their blocks, and wait for
 * each other (`sync`, barriers, targets), so their blocks run when libdispatch has them; so do those of the main thread's
 * body, which often waits for them elsewhere than in its loop. */
#define _GNU_SOURCE
#include "task_queues.h"

#include "../system/import_slots.h"
#include "WorkerShims/system.h"
#include "blocks.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Blocks */

/** Functions of libdispatch and of the blocks runtime. Written on the main thread before the first schedule. */
static const char *(*queue_label)(void *queue);
static void (*enter_group)(void *group), (*leave_group)(void *group);
static struct block *(*copy_block)(const struct block *);
static void (*release_block)(const struct block *);

static void (*real_dispatch_async)(void *queue, struct block *block);
static void (*real_dispatch_async_f)(void *queue, void *context, void (*work)(void *));
static void (*real_dispatch_group_async)(void *group, void *queue, struct block *block);

/** A submission: a block, or a function with its context; and the group that waits for it, or NULL. */
struct submission {
    struct block *block;
    void *group;
    void *context;
    void (*work)(void *context);
};

static void run_submission(void *allocated) {
    struct submission submission = *(struct submission *)allocated;
    free(allocated);
    if (submission.block == NULL) {
        submission.work(submission.context);
    } else {
        submission.block->invoke(submission.block, 0, 0, 0);
        release_block(submission.block);
    }
    if (submission.group != NULL) leave_group(submission.group);
}

/** Whether a queue is one of the system's for each class of service. */
static int is_of_system(void *queue) {
    static const char label[] = "com.apple.root.";
    const char *own = queue_label(queue);
    return own != NULL && strncmp(own, label, sizeof label - 1) == 0;
}

/** Makes what was submitted a piece of the schedule. Returns 0 if the system is to run it. */
static int schedule(void *queue, struct submission submitted) {
    if (!task_turns_are_on() || worker_is_stray() || !task_turns_take_blocks() || !is_of_system(queue)) return 0;
    struct submission *submission = malloc(sizeof *submission);
    if (submission == NULL) return 0;
    *submission = submitted;
    if (submitted.block != NULL) submission->block = copy_block(submitted.block);
    if (submitted.group != NULL) enter_group(submitted.group);
    task_turns_add((struct task_piece){TASK_ON_QUEUE, 0, submission, run_submission, queue, 0}, FROM_THREAD);
    return 1;
}

static void our_dispatch_async(void *queue, struct block *block) {
    if (!schedule(queue, (struct submission){.block = block})) real_dispatch_async(queue, block);
}

static void our_dispatch_async_f(void *queue, void *context, void (*work)(void *)) {
    if (!schedule(queue, (struct submission){.context = context, .work = work})) real_dispatch_async_f(queue, context, work);
}

static void our_dispatch_group_async(void *group, void *queue, struct block *block) {
    if (!schedule(queue, (struct submission){.block = block, .group = group})) real_dispatch_group_async(group, queue, block);
}

/** A block that Swift makes of a closure: what it calls is a thunk for that. */
struct closure_block {
    struct block head;
    void *function;
    void *context;
};

struct task_about task_queues_describe(const struct task_piece *piece) {
    const struct submission *submission = piece->job;
    /* It is known by its address, which another one may have later. */
    struct task_about about = {.job = (uintptr_t)submission, .kind = TASK_IS_BLOCK};
    if (submission->block == NULL) {
        about.entry = (void *)(uintptr_t)submission->work;
        return about;
    }
    const struct block *block = work_origin_unwrapped(submission->block);
    int is_closure = block->descriptor->size == sizeof(struct closure_block);
    about.entry = is_closure ? ((const struct closure_block *)block)->function : (void *)(uintptr_t)block->invoke;
    return about;
}

/* Timers: as long as one may wake something, nothing waits for ever */

/** A timer that is due later than this, in nanoseconds, is a limit that is never expected to come. */
#define FAR 600000000000

static void (*real_dispatch_after)(uint64_t time, void *queue, void *block);
static void (*real_dispatch_after_f)(uint64_t time, void *queue, void *context, void (*work)(void *));
static void (*real_dispatch_source_set_timer)(void *source, uint64_t start, uint64_t interval, uint64_t leeway);

/** The bits by which a time of libdispatch names its clock: CLOCK_MONOTONIC has none of them, CLOCK_BOOTTIME the first, and the time of
 *  day, negated, by both. */
#define OTHER_CLOCK ((uint64_t)1 << 63)
#define TIME_OF_DAY ((uint64_t)1 << 62)

/** Now by a clock, in nanoseconds. */
static uint64_t now_by(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t task_queues_time_until(uint64_t start) {
    if (start == UINT64_MAX) return UINT64_MAX;
    int is_other = (start & OTHER_CLOCK) != 0, is_time_of_day = is_other && (start & TIME_OF_DAY) != 0;
    uint64_t moment = is_time_of_day ? -start : start & ~OTHER_CLOCK;
    uint64_t now = now_by(is_time_of_day ? CLOCK_REALTIME : is_other ? CLOCK_BOOTTIME : CLOCK_MONOTONIC);
    return moment > now ? moment - now : 0;
}

void task_queues_note_timer(uint64_t start, uint64_t interval) {
    uint64_t rest = task_queues_time_until(start);
    if (rest == UINT64_MAX) return;
    if (interval > 0 && interval < FAR) task_turns_note_timer(UINT64_MAX);
    else if (rest < FAR) task_turns_note_timer(now_by(CLOCK_MONOTONIC) + rest);
}

static void our_dispatch_after(uint64_t time, void *queue, void *block) {
    task_queues_note_timer(time, 0);
    real_dispatch_after(time, queue, block);
}

static void our_dispatch_after_f(uint64_t time, void *queue, void *context, void (*work)(void *)) {
    task_queues_note_timer(time, 0);
    real_dispatch_after_f(time, queue, context, work);
}

static void our_dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
    task_queues_note_timer(start, interval);
    real_dispatch_source_set_timer(source, start, interval, leeway);
}

/* Imports */

#define REPLACED(name) {#name, (void *)(uintptr_t)&our_##name, (void **)&real_##name}

static const import_slot timer_source_import = REPLACED(dispatch_source_set_timer);
static const import_slot imports[] = {
    REPLACED(dispatch_async),
    REPLACED(dispatch_async_f),
    REPLACED(dispatch_group_async),
    REPLACED(dispatch_after),
    REPLACED(dispatch_after_f),
};

void task_queues_look_up(void *library) {
    *(void **)&queue_label = dlsym(library, "dispatch_queue_get_label");
    *(void **)&enter_group = dlsym(library, "dispatch_group_enter");
    *(void **)&leave_group = dlsym(library, "dispatch_group_leave");
    *(void **)&copy_block = dlsym(library, "_Block_copy");
    *(void **)&release_block = dlsym(library, "_Block_release");
    import_slots_look_up(library, &timer_source_import, 1);
    if (queue_label && enter_group && leave_group && copy_block && release_block)
        import_slots_look_up(library, imports, COUNT(imports));
}

void task_queues_watch(const struct link_map *map, int is_runtime) {
    import_slots_replace(map, &timer_source_import, 1);
    for (size_t index = 0; index < COUNT(imports) && !is_runtime; index += 1) {
        const import_slot *function = &imports[index];
        if (*function->real != NULL && !work_origin_route(map, function->name, function->ours))
            import_slots_replace(map, function, 1);
    }
}
