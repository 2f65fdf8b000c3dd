/* SPDX-License-Identifier: MIT
 * Rule 72.
 *
 * The kernel says of each thread in which call it waits, and with which arguments. A lock, a condition and a semaphore are waits for a
 * word of memory (futex); those without a limit end only if another thread wakes them. The main thread waits for its queue by a
 * descriptor that only this process writes to (eventfd), Foundation's loop by an epoll with such in it, and libdispatch's thread for
 * timers by another one. Whatever else a thread waits for (a socket, a pipe, a child, a time) may come from elsewhere, so then nothing
 * is known. */
#define _GNU_SOURCE
#include "standing_threads.h"

#include "../system/thread_call.h"
#include "WorkerShims/system.h"

#include <dirent.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/** The flag of futex(2) for a word that belongs to this process alone. */
enum { FUTEX_IS_PRIVATE = 128 };

/** The target of a descriptor, such as "anon_inode:[eventfd]". Returns 0 if there is none. */
static int is_kind(int descriptor, const char *kind) {
    char path[64], target[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0) return 0;
    target[length] = 0;
    return strcmp(target, kind) == 0;
}

/** Reads what the kernel says of a descriptor. Returns 0 if it says nothing, or more than there is room for. */
static int read_about(int descriptor, char *text, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", descriptor);
    ssize_t length = worker_read_file(path, text, size);
    return length > 0 && (size_t)length < size - 1;
}

/** The timers that may be set. */
enum timers { NO_TIMERS, TIMERS_OF_DISPATCH };

/** Whether nothing but a thread of this process makes a descriptor ready: it counts what they write, or it is a timer that is not set. */
static int is_inner(int descriptor, enum timers timers) {
    if (is_kind(descriptor, "anon_inode:[eventfd]")) return 1;
    char text[1024];
    if (!is_kind(descriptor, "anon_inode:[timerfd]") || !read_about(descriptor, text, sizeof text)) return 0;
    return timers == TIMERS_OF_DISPATCH || strstr(text, "it_value: (0, 0)") != NULL;
}

/** Whether an epoll descriptor waits only for descriptors of `is_inner`. */
static int is_inner_epoll(int descriptor, enum timers timers) {
    char text[8192];
    if (!is_kind(descriptor, "anon_inode:[eventpoll]") || !read_about(descriptor, text, sizeof text)) return 0;
    for (const char *line = text; (line = strstr(line, "tfd:")) != NULL; line += 4)
        if (!is_inner(atoi(line + 4), timers)) return 0;
    return 1;
}

/** Whether a thread that waits by poll(2) for one descriptor waits for one of that sort. */
static int is_inner_poll(unsigned long address, unsigned long count) {
    struct pollfd place;
    struct iovec own = {&place, sizeof place}, theirs = {(void *)address, sizeof place};
    if (count != 1 || process_vm_readv(getpid(), &own, 1, &theirs, 1, 0) != sizeof place) return 0;
    return is_inner(place.fd, NO_TIMERS) || is_inner_epoll(place.fd, NO_TIMERS);
}

/** Whether a call is libdispatch's wait for its timers and sources. It is a thread of its pool, which looks after the others each
 *  second; the caller knows of the timers. */
static int is_manager(const struct thread_call *call, const char *thread) {
#ifdef SYS_epoll_wait
    if (call->number != SYS_epoll_wait && call->number != SYS_epoll_pwait) return 0;
#else
    if (call->number != SYS_epoll_pwait) return 0;
#endif
    char path[320], name[64];
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", thread);
    if (worker_read_file(path, name, sizeof name) <= 0 || strstr(name, "qos") == NULL) return 0;
    return (int)call->arguments[3] < 0 && is_inner_epoll((int)call->arguments[0], TIMERS_OF_DISPATCH);
}

/** Whether only another thread of this process can make a call return. */
static int waits_for_others(const struct thread_call *call) {
    const unsigned long *given = call->arguments;
    if (!thread_call_is_unlimited(call)) return 0;
    switch (call->number) {
    case SYS_futex: return (given[1] & FUTEX_IS_PRIVATE) != 0;
    case SYS_ppoll: return is_inner_poll(given[0], given[1]);
    case SYS_epoll_pwait: return is_inner_epoll((int)given[0], NO_TIMERS);
#ifdef SYS_poll
    case SYS_poll: return is_inner_poll(given[0], given[1]);
#endif
#ifdef SYS_epoll_wait
    case SYS_epoll_wait: return is_inner_epoll((int)given[0], NO_TIMERS);
#endif
    default: return 0;
    }
}

/** Adds a text to a hash (FNV-1a). */
static uint64_t mixed(uint64_t hash, const char *text) {
    for (; *text != 0; text += 1) hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
    return hash;
}

/** Adds a thread to a hash; 0 if it may go on. */
static uint64_t mixed_with(uint64_t hash, const char *thread) {
    char path[320], text[4096];
    struct thread_call call;
    if (!thread_call_read(atoi(thread), &call)) return 0;
    if (is_manager(&call, thread)) return hash;
    if (!waits_for_others(&call)) return 0;
    hash = mixed(mixed(hash, thread), call.text);
    snprintf(path, sizeof path, "/proc/self/task/%s/status", thread);
    if (worker_read_status(path, text, sizeof text) <= 0) return 0;
    const char *slept = strstr(text, "voluntary_ctxt_switches:");
    return slept == NULL ? 0 : mixed(hash, slept);
}

uint64_t threads_standing(void) {
    DIR *threads = opendir("/proc/self/task");
    if (threads == NULL) return 0;
    char own[32];
    snprintf(own, sizeof own, "%d", (int)syscall(SYS_gettid));
    uint64_t hash = 0xcbf29ce484222325;
    for (struct dirent *entry; hash != 0 && (entry = readdir(threads)) != NULL;)
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, own) != 0) hash = mixed_with(hash, entry->d_name);
    closedir(threads);
    return hash;
}
