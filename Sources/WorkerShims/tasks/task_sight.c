/* SPDX-License-Identifier: MIT
 * Rule 72.
 *
 * Remembers the tasks that were made ready, so that the report on a test which waits for ever can show where each of its tasks waits.
 *
 * The end of a task is not announced, and then its memory may be another thing. So what is read there later is copied by the kernel, which
 * refuses addresses that are gone, and counts only if the runtime's number of the task is still the same, and its status one of a task
 * that waits. */
#define _GNU_SOURCE
#include "task_sight.h"

#include <pthread.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/** The most tasks that are remembered: a power of two. When three quarters are taken, all are forgotten. */
#define TASK_LIMIT 4096
/** The number of calls that are looked at. */
#define DEPTH 64

/** The tasks, by their numbers: open addressing; where no task is, it is NULL. The lock guards both. */
static struct seen {
    const void *task;
    uint32_t id;
} seen[TASK_LIMIT];
static size_t count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/** A task as Swift 6.3 has it: the words of a job, where it goes on, and what it is at. */
struct task_words {
    void *header[4];
    uint32_t flags, id;
    void *reserved[2];
    void *resume, *context, *more[3];
    uint64_t status;
};

/** The first words of a function's context. */
struct context_words {
    void *caller, *resume;
};

/** The bits of a status: the task runs, it is done, it waits for something. */
enum { STATUS_IS_RUNNING = 0x800, STATUS_IS_COMPLETE = 0x2000, STATUS_WAITS = 0x4000 };

void task_sight_clear(void) {
    /* A process that was forked may have the lock of a thread that it does not have. Threads of an earlier schedule may wait for the
     * lock, and would do so for ever if it were made anew. */
    static pid_t owner;
    if (owner != getpid()) pthread_mutex_init(&lock, NULL);
    owner = getpid();
    pthread_mutex_lock(&lock);
    if (count > 0) memset(seen, 0, sizeof seen);
    count = 0;
    pthread_mutex_unlock(&lock);
}

void task_sight_note(const void *task, uint32_t id) {
    pthread_mutex_lock(&lock);
    if (count >= TASK_LIMIT / 4 * 3) {
        memset(seen, 0, sizeof seen);
        count = 0;
    }
    size_t place = id * 2654435761u % TASK_LIMIT;
    while (seen[place].task != NULL && seen[place].id != id) place = (place + 1) % TASK_LIMIT;
    count += seen[place].task == NULL;
    seen[place] = (struct seen){task, id};
    pthread_mutex_unlock(&lock);
}

/** Copies memory of this process, which may be gone. Returns 0 if it is. */
static int copy(void *to, const void *from, size_t size) {
    struct iovec own = {to, size}, theirs = {(void *)from, size};
    return from != NULL && (uintptr_t)from % sizeof(void *) == 0 &&
           process_vm_readv(getpid(), &own, 1, &theirs, 1, 0) == (ssize_t)size;
}

/** The flags of a task that is a child of another, or of a group. */
enum { IS_CHILD = 1 << 24 | 1 << 26 };

int task_sight_goes_on(const void *address, const void *head, uint32_t id) {
    struct task_words task;
    return copy(&task, address, sizeof task) && task.header[0] == head && task.id == id && (task.flags & 0xff) == 0 && (task.flags & IS_CHILD) == 0 &&
           (task.status & STATUS_IS_COMPLETE) == 0;
}

/** Where a task goes on that waits. */
static task_waiting describe(const struct task_words *task) {
    task_waiting found = {0};
    struct context_words context = {task->context, task->resume};
    int count = 0;
    for (int depth = 0; depth < DEPTH && count < TASK_CALLS; depth += 1) {
        if (context.resume != NULL && !task_slots_is_runtime(context.resume)) found.calls[count++] = (uintptr_t)context.resume;
        if (!copy(&context, context.caller, sizeof context)) break;
    }
    return found;
}

/** Whether a task waits for something. */
static int waits(const struct task_words *task) {
    return (task->flags & 0xff) == 0 && (task->status & (STATUS_IS_RUNNING | STATUS_IS_COMPLETE | STATUS_WAITS)) == STATUS_WAITS;
}

int task_sight_waits(const void *address, const void *head, uint32_t id, task_waiting *found) {
    struct task_words task;
    if (!copy(&task, address, sizeof task) || task.header[0] != head || task.id != id || !waits(&task)) return 0;
    *found = describe(&task);
    return found->calls[0] != 0;
}

size_t task_schedule_waiting(task_waiting *found, size_t capacity) {
    size_t length = 0;
    pthread_mutex_lock(&lock);
    for (size_t index = 0; index < TASK_LIMIT && length < capacity; index += 1) {
        struct task_words task;
        if (seen[index].task == NULL || !copy(&task, seen[index].task, sizeof task) || task.id != seen[index].id) continue;
        if (!waits(&task)) continue;
        task_waiting waiting = describe(&task);
        if (waiting.calls[0] != 0) found[length++] = waiting;
    }
    pthread_mutex_unlock(&lock);
    return length;
}
