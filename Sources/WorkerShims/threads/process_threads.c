/* SPDX-License-Identifier: MIT
 * Distinguishes threads that a test started from those that the system's libraries keep.
 *
 * libdispatch's threads, on which Swift's tasks run as well, block all signals but a few. A thread that a test starts on one of
 * them inherits that mask. So this file wraps pthread_create(3), as sent_signals.c wraps sigaction(2), and remembers such
 * threads, and those that Foundation starts for itself. The C library's helper for timers is recognised by the signal that it
 * waits for. */
#define _GNU_SOURCE
#include "WorkerShims/threads.h"

#include "../system/exported.h"
#include "../system/kernel_call.h"
#include "../system/sanitizers.h"
#include "../system/thread_call.h"
#include "WorkerShims/system.h"
#include "WorkerShims/tasks.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/** A signal's place in a mask as the kernel prints it. */
#define SIGNAL_BIT(signal) ((uint64_t)1 << ((signal) - 1))

int process_is_alone(void) {
    /* Refused where there are others, and without effect where there are not (unshare(2)). A sandbox may forbid it; and
     * what /proc says takes a process that has just been forked 50 µs, for the files there are made for it then. */
    if (kernel_call(SYS_unshare, CLONE_THREAD, 0, 0, 0) == 0) return 1;
    if (errno == EINVAL) return 0;
    struct stat information;
    /* "." and ".." are links as well. */
    return stat("/proc/self/task", &information) == 0 && information.st_nlink <= 3;
}

int process_list_threads(pid_t *ids, int capacity) {
    DIR *directory = opendir("/proc/self/task");
    if (directory == NULL) return -1;
    int count = 0;
    pid_t own = getpid();
    const struct dirent *entry;
    while (count < capacity && (entry = readdir(directory)) != NULL) {
        pid_t id = (pid_t)atoi(entry->d_name);
        if (id > 0 && id != own) ids[count++] = id;
    }
    closedir(directory);
    return count;
}

/** Adds the children of a thread to `ids`, after the first `count`; returns the new number, or -1. */
static int list_children_of(pid_t thread, pid_t *ids, int count, int capacity) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)thread);
    FILE *file = fopen(path, "re");
    if (file == NULL) return -1;
    while (count < capacity && fscanf(file, "%d", &ids[count]) == 1) count += 1;
    fclose(file);
    return count;
}

int process_list_children(pid_t *ids, int capacity) {
    int count = list_children_of(getpid(), ids, 0, capacity);
    if (count == -1 || process_is_alone()) return count;
    pid_t threads[1024];
    int others = process_list_threads(threads, sizeof threads / sizeof *threads);
    for (int index = 0; index < others; index += 1) {
        /* A thread that has ended meanwhile leaves its children to another. */
        int more = list_children_of(threads[index], ids, count, capacity);
        if (more != -1) count = more;
    }
    return count;
}

/** The signals that cannot be blocked, by the kernel's or the C library's rules. */
static const uint64_t unblockable = SIGNAL_BIT(SIGKILL) | SIGNAL_BIT(SIGSTOP) | SIGNAL_BIT(32) | SIGNAL_BIT(33);

/** Whether a mask is that of libdispatch's threads. */
static int is_pool_mask(uint64_t blocked) {
    /* The signals that it does not block: faults, profiling and SIGPIPE. */
    static const uint64_t passed = SIGNAL_BIT(SIGILL) | SIGNAL_BIT(SIGTRAP) | SIGNAL_BIT(SIGFPE) | SIGNAL_BIT(SIGBUS) |
                                   SIGNAL_BIT(SIGSEGV) | SIGNAL_BIT(SIGSYS) | SIGNAL_BIT(SIGPROF) | SIGNAL_BIT(SIGPIPE);
    return (blocked | passed | unblockable) == UINT64_MAX && (blocked & SIGNAL_BIT(SIGSEGV)) == 0;
}

/** Whether a thread that blocks all signals is the C library's helper: it waits for a signal that is its own. */
static int is_timer_helper(pid_t id, uint64_t blocked) {
    if ((blocked | unblockable) != UINT64_MAX) return 0;
    struct thread_call call;
    if (!thread_call_read(id, &call) || call.number != SYS_rt_sigtimedwait) return 0;
    /* On that thread's stack, which may go at any time. */
    uint64_t wanted = 0;
    struct iovec here = {&wanted, sizeof wanted}, there = {(void *)call.arguments[0], sizeof wanted};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == sizeof wanted && wanted == SIGNAL_BIT(32);
}

/** The number of threads that were started on libdispatch's and are remembered. */
#define REMEMBERED 1024

/** These threads, the oldest overwritten. Written by the threads themselves. */
static pid_t started_on_pool[REMEMBERED];
/** The number of threads that are being started and have not put themselves there yet. */
static uint32_t pending_count;

/** The number of threads of Foundation's own that are remembered: a process has two. */
#define FOUNDATIONS 8

/** These threads. Written by the threads themselves. */
static pid_t foundations[FOUNDATIONS];
/** Their number so far. */
static uint32_t foundations_count;
/** 1 once Foundation has started its thread for sockets. Written by the thread that starts it. */
static uint32_t has_socket_thread;

/** Whether a thread is one that Foundation has started for itself. */
static int is_foundations(pid_t id) {
    for (int index = 0; index < FOUNDATIONS; index += 1)
        if (__atomic_load_n(&foundations[index], __ATOMIC_ACQUIRE) == id) return 1;
    return 0;
}

/** Whether one end of a socket, as `name` gives it, is in the computer itself. */
static int is_loopback(int descriptor, int name(int, struct sockaddr *restrict, socklen_t *restrict)) {
    struct sockaddr_in address = {0};
    socklen_t size = sizeof address;
    return name(descriptor, (struct sockaddr *)&address, &size) == 0 && address.sin_family == AF_INET &&
           address.sin_addr.s_addr == htonl(INADDR_LOOPBACK);
}

int process_is_wake_up_socket(int descriptor) {
    if (__atomic_load_n(&has_socket_thread, __ATOMIC_ACQUIRE) == 0) return 0;
    int type = 0;
    socklen_t length = sizeof type;
    /* Two datagram sockets that do not block and are connected with each other (CFSocket.c). */
    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == SOCK_DGRAM &&
           (fcntl(descriptor, F_GETFL) & O_NONBLOCK) != 0 && is_loopback(descriptor, getsockname) &&
           is_loopback(descriptor, getpeername);
}

/** Whether a thread was started on one of libdispatch's, and not by libdispatch. */
static int is_remembered(pid_t id) {
    for (int index = 0; index < REMEMBERED; index += 1)
        if (__atomic_load_n(&started_on_pool[index], __ATOMIC_ACQUIRE) == id) return 1;
    return 0;
}

enum process_thread_state process_look_at_thread(pid_t id) {
    char path[64], text[2048];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)id);
    if (worker_read_status(path, text, sizeof text) <= 0) return THREAD_GONE;
    const char *state = strstr(text, "\nState:\t");
    const char *blocked = strstr(text, "\nSigBlk:\t");
    if (state == NULL || blocked == NULL) return THREAD_GONE;
    if (state[8] == 'X' || state[8] == 'Z') return THREAD_GONE;
    uint64_t mask = strtoull(blocked + 9, NULL, 16);
    if (is_timer_helper(id, mask) || is_foundations(id)) return THREAD_IS_KEPT;
    /* Asked for first: what is no longer pending is remembered. */
    int is_pending = __atomic_load_n(&pending_count, __ATOMIC_ACQUIRE) > 0;
    if (is_pool_mask(mask) && !is_remembered(id)) return is_pending ? THREAD_RUNS : THREAD_IS_KEPT;
    return state[8] == 'R' || state[8] == 'D' ? THREAD_RUNS : THREAD_SLEEPS;
}

int process_awaits_event(pid_t id) {
    struct thread_call call;
    return thread_call_read(id, &call) && thread_call_is_unlimited(&call);
}

/** Where threads are noted; null for nowhere. Written before any bundle's code. */
static worker_record *noted;

void process_note_threads(worker_record *record) { noted = record; }

/* The sanitizers replace these functions themselves. */
#ifdef HAS_INTERCEPTOR

int process_notes_threads(void) { return 0; }

#else

int process_notes_threads(void) { return 1; }

/** The number of threads that are or were remembered. */
static uint32_t started_count;

/** The work of a new thread, and its origin. */
struct thread_work {
    void *(*start)(void *);
    void *argument;
    /** Whether a thread of libdispatch starts it, on behalf of other code. */
    int is_on_pool;
    /** Whether Foundation starts it for itself. */
    int is_foundations;
    /** The activity that it takes along; 0 for a thread of libdispatch's, which works for all activities. */
    uint64_t submitted;
    /** Its place among what has not ended. */
    uint32_t piece;
    thread_origin origin;
};

static void end_thread(void *piece) { work_ended((uint32_t)(uintptr_t)piece); }

static void *start_remembered(void *allocated) {
    struct thread_work work = *(struct thread_work *)allocated;
    free(allocated);
    if (work.is_on_pool) {
        uint32_t index = __atomic_fetch_add(&started_count, 1, __ATOMIC_RELAXED) % REMEMBERED;
        __atomic_store_n(&started_on_pool[index], (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
        __atomic_fetch_sub(&pending_count, 1, __ATOMIC_RELEASE);
    }
    if (work.is_foundations) {
        uint32_t index = __atomic_fetch_add(&foundations_count, 1, __ATOMIC_RELAXED) % FOUNDATIONS;
        __atomic_store_n(&foundations[index], (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
    }
    work_origin_adopt(work.submitted);
    if (noted != NULL && !worker_is_stray()) thread_origin_note(noted, &work.origin, (uint32_t)syscall(SYS_gettid));
    void *result;
    pthread_cleanup_push(end_thread, (void *)(uintptr_t)work.piece);
    result = work.start(work.argument);
    pthread_cleanup_pop(1);
    return result;
}

/** Whether an address is in a library of that name. */
static int is_in(const void *address, const char *library) {
    const char *path = worker_image_path(address);
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    return slash != NULL && strcmp(slash + 1, library) == 0;
}

/** Whether an address is in a library that keeps threads for itself: libdispatch, or libTesting, whose thread waits for the
 *  ends of exit tests. A library that has libdispatch linked in is not known from it. */
static int keeps_threads(const void *address) {
    return is_in(address, "libdispatch.so") || is_in(address, "libTesting.so");
}

/** The argument with which a thread of Swift's Foundation is started: an object of its class Thread. */
struct foundation_thread {
    /** Its class. */
    const void *class;
    uint64_t references;
    /** The function to run; of a subclass's object, one of Foundation's that does nothing. */
    const void *body;
};

/** Whether Foundation starts a thread for itself, and keeps it: that for sockets is a function of it without an argument, and that
 *  which waits for the children of Process is a Thread, of no subclass, whose body is Foundation's. A suite's Thread has another class
 *  or another body. */
static int starts_foundations(const void *start, const void *argument) {
    if (!is_in(start, "libFoundation.so")) return 0;
    if (argument == NULL) {
        __atomic_store_n(&has_socket_thread, 1, __ATOMIC_RELEASE);
        return 1;
    }
    const struct foundation_thread *object = argument;
    return is_in(object->class, "libFoundation.so") && is_in(object->body, "libFoundation.so");
}

/** Whether the calling thread is one of libdispatch's. */
static int is_on_pool(void) {
    uint64_t blocked = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &blocked, sizeof blocked);
    return is_pool_mask(blocked);
}

/** The note of a case that ends without a thread that it wanted. */
static const char no_thread[] = "a thread could not be started: see ulimit -u and -v, and the pids.max of the cgroup";

EXPORTED int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*start)(void *),
                            void *restrict argument) {
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = dlsym(RTLD_NEXT, "pthread_create");
    const void *caller = __builtin_return_address(0);
    int is_foundations = starts_foundations((const void *)start, argument);
    int is_kept = is_foundations || keeps_threads(caller);
    int is_strangers = !is_kept && is_on_pool() && worker_loaded_image("libdispatch.so") != NULL;
    if (noted == NULL && !is_strangers) return create(thread, attributes, start, argument);
    struct thread_work *work = malloc(sizeof *work);
    if (work == NULL) return EAGAIN;
    uint64_t submitted = is_kept ? 0 : work_origin_submitted();
    *work = (struct thread_work){start, argument, is_strangers, is_foundations, submitted,
                                 work_began(WORK_THREAD, submitted, 0, 0), {.is_pool = (uint32_t)is_kept}};
    if (noted != NULL) {
        work->origin.stage = table_load(&noted->stage);
        work->origin.bundle = noted->bundle;
        work->origin.unit = table_load(&noted->unit);
        work->origin.slot = table_load(&noted->slot);
    }
    if (is_strangers) __atomic_fetch_add(&pending_count, 1, __ATOMIC_ACQ_REL);
    int error = create(thread, attributes, start_remembered, work);
    if (error != 0) {
        /* A case that waits for its work exceeds a limit, whose report then has the reason. */
        if (error == EAGAIN && noted != NULL && noted->note[0] == '\0')
            snprintf(noted->note, sizeof noted->note, "%s", no_thread);
        if (is_strangers) __atomic_fetch_sub(&pending_count, 1, __ATOMIC_RELEASE);
        work_ended(work->piece);
        free(work);
    }
    return error;
}

#endif
