/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/leaks.h"

#include "../system/fork_page.h"
#include "../system/kernel_call.h"
#include "../system/sanitizers.h"
#include "open_descriptors.h"
#include "setting_counts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/** The number of new timers that are looked at one by one. */
#define MOST_TIMERS 10000
/** glibc's mark of a stream whose buffer is not its own. */
#define IS_USERS_BUFFER 1

/** The number of a process's attributes that are settings. */
#define SET_ATTRIBUTES 3

/** The state that changes only by calls that are counted (setting_counts.h), unless a comment says otherwise. */
struct settings {
    uint64_t handlers[PROCESS_STATE_SIGNALS];
    uint64_t limits[PROCESS_STATE_LIMITS];
    /** The root directory, as a number. */
    uint64_t root;
    /** The first attributes of the process. */
    int64_t attributes[SET_ATTRIBUTES];
    /** The number of running timers that send signals. */
    int timers;
    /** The number of timers of timer_create() that were left so far. */
    uint32_t left_timers;
    /** Whether some of it may change by itself: a timer that ends, a handler that is there for one signal, the limit of processor time. */
    int is_passing;
};

struct process_state {
    struct settings settings;
    mode_t mask;
    uint64_t blocked;
    uint64_t descriptors[PROCESS_STATE_DESCRIPTORS / 64];
    /** The files of standard input, output and error, as numbers; 0 if closed. */
    uint64_t standard[3];
    /** The real, effective and saved user and group. */
    uid_t users[3];
    gid_t groups[3];
    /** The nice value and the scheduling policy. */
    int priority;
    int policy;
    /** The other attributes of the process, as process_state_attribute_name() has them. */
    int64_t attributes[PROCESS_STATE_ATTRIBUTES - SET_ATTRIBUTES];
    /** The rounding of the calling thread, and the floating-point exceptions that trap. */
    uint64_t floats;
    /** Whether the descriptors, or the keys of pthread_key_create(), are used up so far that little is left. */
    int has_crowd[PROCESS_STATE_CROWDS];
    /** Standard output and standard error of the C library, each with its buffer if that is not the library's. */
    uint64_t streams[2];
    /** A hash of all variables, in their order. */
    uint64_t environment;
    int has_children;
    /** The two texts are last, and bytes after their ends have no meaning: so few pages of a snapshot are written. */
    char locale[512];
    char directory[PATH_MAX];
};

char **process_environment(void) { return environ; }

process_state *process_state_new(void) { return calloc(1, sizeof(process_state)); }

/** The lowest descriptor that is free. */
static int lowest_free(void) {
    int descriptor = (int)kernel_call(SYS_dup, STDIN_FILENO, 0, 0, 0);
    if (descriptor == -1) return -1;
    kernel_call(SYS_close, descriptor, 0, 0, 0);
    return descriptor;
}

static void take_descriptors(process_state *state, const process_state *before) {
    int free_now = lowest_free();
    uint64_t limit = state->settings.limits[RLIMIT_NOFILE];
    uint64_t usual = limit < PROCESS_STATE_DESCRIPTORS ? limit : PROCESS_STATE_DESCRIPTORS;
    /* -1: there is none. Where standard input is closed, that says nothing. */
    state->has_crowd[0] = free_now == -1 ? errno == EMFILE : (uint64_t)free_now >= usual / 2;
    if (before != NULL) {
        int free_before = 0;
        while (free_before < PROCESS_STATE_DESCRIPTORS &&
               (before->descriptors[free_before / 64] >> (free_before % 64) & 1) != 0)
            free_before += 1;
        if (free_now == free_before) {
            memcpy(state->descriptors, before->descriptors, sizeof state->descriptors);
            return;
        }
    }
    struct pollfd entries[PROCESS_STATE_DESCRIPTORS];
    int is_told = open_descriptors_ask(entries, PROCESS_STATE_DESCRIPTORS);
    for (int descriptor = 0; descriptor < PROCESS_STATE_DESCRIPTORS; descriptor += 1) {
        int is_open = is_told ? open_descriptors_has(entries, descriptor) : fcntl(descriptor, F_GETFD) != -1;
        if (is_open) state->descriptors[descriptor / 64] |= (uint64_t)1 << (descriptor % 64);
    }
}

/** Hashes the variables, eight bytes at a time: a change has to be seen, not hidden from on purpose. */
static uint64_t hash_environment(void) {
    uint64_t hash = 0xcbf29ce484222325;
    for (char **entry = environ; entry != NULL && *entry != NULL; entry += 1) {
        size_t count = strlen(*entry) + 1;
        for (size_t start = 0; start < count; start += 8) {
            uint64_t word = 0;
            memcpy(&word, *entry + start, count - start < 8 ? count - start : 8);
            hash = (hash ^ word) * 0x9e3779b97f4a7c15;
            hash ^= hash >> 32;
        }
    }
    return hash;
}

/** A number that another file has not; 0 if there was an error. */
static uint64_t identify(long error, const struct stat *information) {
    return error == 0 ? (information->st_dev << 48) + information->st_ino + 1 : 0;
}

/** The number of a descriptor's file. */
static uint64_t identify_descriptor(int descriptor) {
    struct stat information;
    return identify(kernel_call(SYS_fstat, descriptor, (long)&information, 0, 0), &information);
}

const char *process_state_attribute_name(int index) {
    static const char *const names[PROCESS_STATE_ATTRIBUTES] = {
        "system call filter", "no new privileges", "personality", "dumpable", "signal at the parent's end", "processors",
        "leader of its process group",
    };
    return names[index];
}

/** Takes the attributes that are settings. */
static void take_set_attributes(int64_t attributes[SET_ATTRIBUTES]) {
    attributes[0] = kernel_call(SYS_prctl, PR_GET_SECCOMP, 0, 0, 0);
    attributes[1] = kernel_call(SYS_prctl, PR_GET_NO_NEW_PRIVS, 0, 0, 0);
    attributes[2] = kernel_call(SYS_personality, 0xffffffff, 0, 0, 0);
}

/** Takes the further attributes. */
static void take_attributes(process_state *state) {
    unsigned long processors[1024 / (8 * sizeof(unsigned long))];
    int number = 0;
    /* The kernel changes these two with the user or the group, even if only for a moment. */
    state->attributes[0] = kernel_call(SYS_prctl, PR_GET_DUMPABLE, 0, 0, 0);
    if (kernel_call(SYS_prctl, PR_GET_PDEATHSIG, (long)&number, 0, 0) == 0) state->attributes[1] = number;
    /* In bytes; -1 where there are more processors than that. */
    long size = kernel_call(SYS_sched_getaffinity, 0, sizeof processors, (long)processors, 0);
    for (long index = 0; index < size / (long)sizeof *processors; index += 1)
        state->attributes[2] += __builtin_popcountl(processors[index]);
    /* Not the number, which a child has of its own. */
    state->attributes[3] = kernel_call(SYS_getpgid, 0, 0, 0, 0) == kernel_call(SYS_getpid, 0, 0, 0, 0);
}

/** The control registers for floating-point numbers, without the flags that every operation may set. */
static uint64_t float_control(void) {
#if defined(__x86_64__)
    uint16_t x87;
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    return (uint64_t)(__builtin_ia32_stmxcsr() & 0xffc0) << 16 | x87;
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
#else
    return 0;
#endif
}

void process_calm_floats(void) {
#if defined(__x86_64__)
    uint16_t x87;
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    x87 |= 0x3f;
    __asm__ volatile("fnclex; fldcw %0" : : "m"(x87));
    __builtin_ia32_ldmxcsr((__builtin_ia32_stmxcsr() | 0x1f80) & ~0x3fu);
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    __asm__ volatile("msr fpcr, %0" : : "r"(control & ~(uint64_t)0x9f00));
#endif
}

/** Whether hardly any key for values of threads is free. All of the C library's are given out lowest first. */
static int has_few_keys(void) {
    pthread_key_t key;
    if (pthread_key_create(&key, NULL) != 0) return 1;
    pthread_key_delete(key);
    return (uint64_t)key + PROCESS_STATE_DESCRIPTORS / 2 >= PTHREAD_KEYS_MAX;
}

/** Counts the timers of timer_create() that the process has and that were made since the last call; returns the number of all.
 *
 *  The kernel numbers a process's timers, so one of our own shows how many were made since the last one. Timers that still exist
 *  were left. A kernel that gives out the lowest free number shows the same. A child has no timers, and counts from 0. */
static uint32_t count_left_timers(void) {
    static uint32_t left ON_FORK_PAGE;
    static int next ON_FORK_PAGE;
    static pid_t owner ON_FORK_PAGE;
    int number = -1;
    if (owner != getpid()) {
        owner = getpid();
        next = 0;
    }
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    if (kernel_call(SYS_timer_create, CLOCK_MONOTONIC, (long)&event, (long)&number, 0) != 0) return left;
    kernel_call(SYS_timer_delete, number, 0, 0, 0);
    int first = number >= next ? next : 0;
    /* A class that makes more is taken to have left one. */
    if (number - first > MOST_TIMERS) left += 1;
    for (int timer = first; timer < number && number - first <= MOST_TIMERS; timer += 1) {
        struct itimerspec value;
        if (kernel_call(SYS_timer_gettime, timer, (long)&value, 0, 0) == 0) left += 1;
    }
    next = number + 1;
    return left;
}

/** A number for a stream and its buffer. The C library's own is made at the first use, and stays the same from then on. */
static uint64_t identify_stream(const FILE *stream) {
    uint64_t number = (uint64_t)(uintptr_t)stream;
#ifdef __GLIBC__
    if (stream != NULL && (stream->_flags & IS_USERS_BUFFER) != 0 && stream->_IO_buf_base != stream->_shortbuf)
        number = number * 31 + (uint64_t)(uintptr_t)stream->_IO_buf_base;
#endif
    return number;
}

/** A signal's action as the kernel has it, on both processors. */
struct action {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

/** Reads the action of a signal; returns whether there is one. */
static int read_action(int signal, struct action *action) {
#if defined(HAS_INTERCEPTOR)
    /* The kernel knows the sanitizer's handler alone. */
    struct sigaction known;
    if (sigaction(signal, NULL, &known) != 0) return 0;
    *action = (struct action){.handler = known.sa_handler, .flags = (unsigned long)known.sa_flags};
    memcpy(&action->mask, &known.sa_mask, sizeof action->mask);
    return 1;
#else
    /* The C library keeps these two for itself, and sets them with its second thread. */
    if (signal == 32 || signal == 33) return 0;
    return kernel_call(SYS_rt_sigaction, signal, 0, (long)action, sizeof action->mask) == 0;
#endif
}

/** The comparable part of a signal's action: its handler, and how that is called. signal(3) changes the flags of an action that
 *  has none, which means nothing; but whether ended children vanish does. */
static uint64_t identify_action(const struct action *action) {
    uint64_t number = (uint64_t)(uintptr_t)action->handler;
    if (action->handler == SIG_DFL || action->handler == SIG_IGN)
        return number | (uint64_t)((action->flags & SA_NOCLDWAIT) != 0) << 32;
    unsigned long kinds = SA_NOCLDSTOP | SA_NOCLDWAIT | SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER | SA_RESETHAND;
    return ((number * 31) + (uint32_t)(action->flags & kinds)) * 31 + action->mask;
}

/** Reads a limit. prlimit64 takes more than twice as long: it can ask about other processes as well. */
static long read_limit(int resource, struct rlimit *limit) {
#if defined(SYS_getrlimit)
    return kernel_call(SYS_getrlimit, resource, (long)limit, 0, 0);
#else
    return kernel_call(SYS_prlimit64, 0, resource, 0, (long)limit);
#endif
}

/** Asks the kernel for all settings. */
static void ask_for_settings(struct settings *settings) {
    memset(settings, 0, sizeof *settings);
    for (int signal = 1; signal <= PROCESS_STATE_SIGNALS; signal += 1) {
        struct action action;
        if (!read_action(signal, &action)) continue;
        settings->handlers[signal - 1] = identify_action(&action);
        if (action.handler != SIG_DFL && (action.flags & SA_RESETHAND) != 0) settings->is_passing = 1;
    }
    for (int resource = 0; resource < RLIM_NLIMITS && resource < PROCESS_STATE_LIMITS; resource += 1) {
        struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
        if (read_limit(resource, &limit) == 0) settings->limits[resource] = limit.rlim_cur;
        /* The kernel raises it with each SIGXCPU. */
        if (resource == RLIMIT_CPU && limit.rlim_cur != RLIM_INFINITY) settings->is_passing = 1;
    }
    struct stat information;
    settings->root = identify(kernel_call(SYS_newfstatat, AT_FDCWD, (long)"/", (long)&information, 0), &information);
    take_set_attributes(settings->attributes);
    for (int timer = ITIMER_REAL; timer <= ITIMER_PROF; timer += 1) {
        struct itimerval value;
        if (kernel_call(SYS_getitimer, timer, (long)&value, 0, 0) == 0 && (value.it_value.tv_sec | value.it_value.tv_usec) != 0)
            settings->timers += 1;
    }
    if (settings->timers != 0) settings->is_passing = 1;
    settings->left_timers = count_left_timers();
}

/** Takes the settings: from the kernel if they are asked for, or there was one since the last call, or some may have changed by
 *  themselves. */
static void take_settings(process_state *state, int are_asked_for) {
    static struct settings kept;
    /** Their number by then; 0 before the first call. */
    static uint32_t kept_at;
    /* Read first: what another thread sets from here on is new to the next call. */
    uint32_t now = settings_made();
    if (are_asked_for || now != kept_at || kept.is_passing) {
        ask_for_settings(&kept);
        kept_at = now;
    }
    state->settings = kept;
}

/** Copies a text, or as much of it as there is room for. */
static void copy_text(char *place, size_t size, const char *text) {
    size_t count = strnlen(text, size - 1);
    memcpy(place, text, count);
    place[count] = 0;
}

void process_state_take(process_state *state, const process_state *before) {
    memset(state, 0, offsetof(process_state, locale) + 1);
    /* The kernel says so where the directory is not below the root. */
    if (kernel_call(SYS_getcwd, (long)state->directory, sizeof state->directory, 0, 0) == -1 || state->directory[0] != '/')
        state->directory[0] = 0;
    const char *locale = setlocale(LC_ALL, NULL);
    if (locale != NULL) copy_text(state->locale, sizeof state->locale, locale);
    state->mask = (mode_t)kernel_call(SYS_umask, 0, 0, 0, 0);
    kernel_call(SYS_umask, state->mask, 0, 0, 0);
    kernel_call(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)&state->blocked, sizeof state->blocked);
    take_settings(state, before == NULL);
    kernel_call(SYS_getresuid, (long)&state->users[0], (long)&state->users[1], (long)&state->users[2], 0);
    kernel_call(SYS_getresgid, (long)&state->groups[0], (long)&state->groups[1], (long)&state->groups[2], 0);
    /* The kernel's number has no sign. */
    state->priority = 20 - (int)kernel_call(SYS_getpriority, PRIO_PROCESS, 0, 0, 0);
    state->policy = (int)kernel_call(SYS_sched_getscheduler, 0, 0, 0, 0);
    take_attributes(state);
    state->floats = float_control();
    take_descriptors(state, before);
    for (int descriptor = 0; descriptor < 3; descriptor += 1) state->standard[descriptor] = identify_descriptor(descriptor);
    state->has_crowd[1] = has_few_keys();
    state->streams[0] = identify_stream(stdout);
    state->streams[1] = identify_stream(stderr);
    state->environment = hash_environment();
    siginfo_t child;
    state->has_children = kernel_call(SYS_waitid, P_ALL, 0, (long)&child, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void process_state_take_output(process_state *state) {
    for (int descriptor = 1; descriptor < 3; descriptor += 1) state->standard[descriptor] = identify_descriptor(descriptor);
}

int process_state_equals(const process_state *left, const process_state *right) {
    return memcmp(left, right, offsetof(process_state, locale)) == 0 && strcmp(left->locale, right->locale) == 0 &&
           strcmp(left->directory, right->directory) == 0;
}

const char *process_state_directory(const process_state *state) { return state->directory; }
const char *process_state_locale(const process_state *state) { return state->locale; }
uint32_t process_state_mask(const process_state *state) { return state->mask; }
uint64_t process_state_blocked(const process_state *state) { return state->blocked; }
int process_state_has_children(const process_state *state) { return state->has_children; }
uint64_t process_state_root(const process_state *state) { return state->settings.root; }
int process_state_priority(const process_state *state) { return state->priority; }
int process_state_policy(const process_state *state) { return state->policy; }
int64_t process_state_attribute(const process_state *state, int index) {
    return index < SET_ATTRIBUTES ? state->settings.attributes[index] : state->attributes[index - SET_ATTRIBUTES];
}
uint64_t process_state_floats(const process_state *state) { return state->floats; }
int process_state_has_same_owner(const process_state *left, const process_state *right) {
    return memcmp(left->users, right->users, sizeof left->users) == 0 &&
           memcmp(left->groups, right->groups, sizeof left->groups) == 0;
}
int process_state_timers(const process_state *state) { return state->settings.timers; }
uint32_t process_state_left_timers(const process_state *state) { return state->settings.left_timers; }
int process_state_has_crowd(const process_state *state, int what) { return state->has_crowd[what]; }
int process_state_has_same_streams(const process_state *left, const process_state *right) {
    return memcmp(left->streams, right->streams, sizeof left->streams) == 0;
}
uint64_t process_state_standard(const process_state *state, int descriptor) { return state->standard[descriptor]; }
uint64_t process_state_handler(const process_state *state, int index) { return state->settings.handlers[index]; }
uint64_t process_state_limit(const process_state *state, int resource) { return state->settings.limits[resource]; }
int process_state_is_open(const process_state *state, int descriptor) {
    return (int)(state->descriptors[descriptor / 64] >> (descriptor % 64) & 1);
}
