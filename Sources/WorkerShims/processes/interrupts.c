/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/processes.h"

#include "../system/fork_page.h"
#include "WorkerShims/system.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/** The handled signals: the first two always, the others unless they are ignored. SIGTSTP and SIGUSR1 end nothing. */
static const int handled[] = {SIGINT, SIGTERM, SIGTSTP, SIGHUP, SIGUSR1};
enum { HANDLED_COUNT = sizeof handled / sizeof handled[0], GUARDED_MAX = 16 };

/** Whether a signal of `handled` has the handler. Written by the main thread alone. */
static int is_handled[HANDLED_COUNT] ON_FORK_PAGE;
/** Which of them the caller ignored. Written by the main thread, as is_handled. */
static int was_ignored[HANDLED_COUNT];
/** The pipe that the handler writes to. Written once, before the first handler is there. */
static int ends[2] = {-1, -1};
/** The process that the handler is for. Written before the handler is there. */
static pid_t owner;
/** The number of signals so far that end a run. Written by the handler, and before it exists. */
static volatile sig_atomic_t ending_count ON_FORK_PAGE;
/** The status with which the first of them ends this process; -1 where it only counts. Written by the main thread. */
static volatile sig_atomic_t status_at_once ON_FORK_PAGE = -1;
/** The message for standard error then. Written by the main thread before the status. */
static const char *words_at_once;
/** Files to remove when the process is ended at once. Written by the main thread, read by the handler. */
static char *guarded[GUARDED_MAX] ON_FORK_PAGE;
/** A directory to remove with all that is in it then. Written by the main thread, read by the handler. */
static char *guarded_directory ON_FORK_PAGE;

/** Sends SIGKILL to a child, if there is one. */
static int kill_child(pid_t pid) { return pid > 0 && kill(pid, SIGKILL) == 0 ? 1 : 0; }

/** Sends SIGKILL to every child of this process; returns how many there were, none where the kernel does not say. Calls
 *  nothing that a handler must not. */
static int kill_children(void) {
    int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (file == -1) return 0;
    char bytes[1024];
    ssize_t count;
    pid_t pid = 0;
    int killed = 0;
    while ((count = read(file, bytes, sizeof bytes)) > 0) {
        for (ssize_t index = 0; index < count; index += 1) {
            if (bytes[index] >= '0' && bytes[index] <= '9') {
                pid = pid * 10 + (bytes[index] - '0');
            } else {
                killed += kill_child(pid);
                pid = 0;
            }
        }
    }
    killed += kill_child(pid);
    close(file);
    return killed;
}

/** Whether no child is left, as far as those that have ended are waited for. */
static int has_no_child(void) {
    pid_t child;
    while ((child = waitpid(-1, NULL, WNOHANG)) > 0) {}
    return child == -1 && errno == ECHILD;
}

/** Removes the guarded directory by another program, since a handler cannot walk through it. */
static void remove_guarded_directory(void) {
    if (guarded_directory == NULL) return;
    char *const words[] = {"rm", "-rf", "--", guarded_directory, NULL};
    char *const environment[] = {NULL};
    /* As _Fork(3), which came with glibc 2.34: no handler of fork(3) runs. */
    pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        execve("/bin/rm", words, environment);
        _exit(127);
    }
    while (child > 0 && waitpid(child, NULL, 0) == -1 && errno == EINTR) {}
}

/** Ends this process by a signal, or with a status that was asked for, and before that what would be left of it. */
static void end_at_once(int signal) {
    for (int index = 0; index < GUARDED_MAX; index += 1) {
        if (guarded[index] != NULL) unlink(guarded[index]);
    }
    /* Children of children come to this process when their parents end, which takes the kernel a moment. */
    const struct timespec moment = {0, 1000000};
    for (int turn = 0; turn < 500 && !has_no_child(); turn += 1) {
        kill_children();
        nanosleep(&moment, NULL);
    }
    remove_guarded_directory();
    if (status_at_once >= 0) {
        (void)!write(STDERR_FILENO, words_at_once, strlen(words_at_once));
        _exit(status_at_once);
    }
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(signal);
    _exit(128 + signal);
}

/** Takes a signal. */
static void take(int signal) {
    /* A child that has not come to reset its handlers: vfork and the like. */
    if (getpid() != owner) return;
    int kept = errno;
    if (signal != SIGTSTP && signal != SIGUSR1) {
        ending_count += 1;
        if (ending_count > 1 || status_at_once >= 0) end_at_once(signal);
    }
    unsigned char byte = (unsigned char)signal;
    (void)!write(ends[1], &byte, 1);
    errno = kept;
}

int worker_interrupts(void) {
    if (ends[0] == -1) {
        if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) == -1) return -1;
        for (int end = 0; end < 2; end += 1) worker_note_descriptor(ends[end], 1);
    }
    owner = getpid();
    status_at_once = -1;
    struct sigaction action = {.sa_handler = take, .sa_flags = SA_RESTART}, before;
    for (int index = 0; index < HANDLED_COUNT; index += 1) sigaddset(&action.sa_mask, handled[index]);
    for (int index = 0; index < HANDLED_COUNT; index += 1) {
        if (sigaction(handled[index], NULL, &before) == -1) return -1;
        if (index > 1 && before.sa_handler == SIG_IGN) {
            sigdelset(&action.sa_mask, handled[index]);
            continue;
        }
        if (sigaction(handled[index], &action, NULL) == -1) return -1;
        if (!is_handled[index]) was_ignored[index] = before.sa_handler == SIG_IGN;
        is_handled[index] = 1;
    }
    /* The process that started this one may have blocked them. */
    sigprocmask(SIG_UNBLOCK, &action.sa_mask, NULL);
    worker_ignore_broken_pipes();
    /* A caller that ignores SIGCHLD passes that on, and then no child can be waited for. */
    signal(SIGCHLD, SIG_DFL);
    return ends[0];
}

int worker_end_at_interrupt(int status, const char *words) {
    if (worker_interrupts() == -1) return -1;
    /* No other process would read of it. */
    if (is_handled[2]) signal(SIGTSTP, SIG_DFL);
    words_at_once = words;
    status_at_once = status;
    if (ending_count > 0) end_at_once(SIGINT);
    return 0;
}

int worker_watches_interrupts(void) { return is_handled[0] && owner == getpid(); }

int worker_next_interrupt(int descriptor) {
    unsigned char byte = 0;
    return read(descriptor, &byte, 1) == 1 ? byte : 0;
}

int worker_is_interrupted(void) { return ending_count > 0; }

void worker_ignore_as_before(void) {
    for (int index = 0; index < HANDLED_COUNT; index += 1) {
        if (was_ignored[index]) signal(handled[index], SIG_IGN);
    }
}

void worker_forget_interrupts(void) {
    for (int index = 0; index < HANDLED_COUNT; index += 1) {
        if (is_handled[index]) signal(handled[index], SIG_DFL);
        is_handled[index] = 0;
    }
    ending_count = 0;
    status_at_once = -1;
    memset(guarded, 0, sizeof guarded);
    guarded_directory = NULL;
}

void worker_hold_interrupts(void) {
    sigset_t set;
    sigemptyset(&set);
    for (int index = 0; index < HANDLED_COUNT; index += 1) sigaddset(&set, handled[index]);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

void worker_guard_directory(const char *path) {
    char *before = guarded_directory;
    guarded_directory = path == NULL ? NULL : strdup(path);
    free(before);
}

int worker_guard_file(const char *path) {
    for (int index = 0; index < GUARDED_MAX; index += 1) {
        if (guarded[index] == NULL) {
            guarded[index] = strdup(path);
            return index;
        }
    }
    return -1;
}

void worker_release_file(int number) {
    if (number < 0 || number >= GUARDED_MAX) return;
    char *path = guarded[number];
    guarded[number] = NULL;
    free(path);
}

void worker_stop(void) { raise(SIGSTOP); }

int worker_ignores(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
