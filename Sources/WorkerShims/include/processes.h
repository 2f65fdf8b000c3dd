/* SPDX-License-Identifier: MIT
 * Waiting for processes, and looking at them from outside. Errors come as -1 with errno. */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <sys/types.h>

/** Finds all functions of the C library in whose place this program defines its own, so that none is looked up in a signal handler, in a
 *  forked child, or between a call of the loader that failed and the question why. [main], before the first worker. */
void next_functions_find(void);

/** A descriptor that becomes readable when the process ends (pidfd_open(2)). */
int worker_pidfd(pid_t pid);

/** Whether a process has ended, of a child without waiting for it: for a kernel that gives no descriptor of a process. [main] */
int worker_has_ended(pid_t pid);

/** How a process ended. */
typedef struct worker_end {
    /** 1 if it ended by exit or _exit, with `value` its status; 0 if by a signal, with `value` the signal. */
    int exited;
    int value;
} worker_end;

/** Waits for a child that has ended or is about to; one that has made this process its tracer is let go. Returns 0, or
 *  -1. */
int worker_wait(pid_t pid, worker_end *end);

/** From here on a child that was not made by worker_fork() is to be waited for by worker_wait(): see worker_reap_orphans(). */
void worker_note_child(pid_t pid);

/** As worker_wait(), of a child that leads a process group: ends what is left of the group before it gives up the child's
 *  number, which is another's from then on. `is_near`: the child has ended, or was killed; else it may run for long. A
 *  process of this run that traces the child, so that nobody else can wait for it, is ended after a while. */
int worker_reap(pid_t pid, int is_near, worker_end *end);

/** In a worker: says who the host is, whose children and theirs are the processes of this run. */
void worker_know_host(pid_t host);

/** From here on, children can be waited for, whatever a bundle's constructor made of SIGCHLD: ignored, or handled by waiting
 *  for every child, it would leave none to wait for. [main] */
void worker_await_children(void);

/** Puts back what worker_await_children() changed; in a child that was forked since then as well. [main] */
void worker_await_children_no_more(void);

/** Lets a child go on that has made this process its tracer and so stands still at a signal, which it then gets. */
void worker_release(pid_t pid);

/** In a child of a worker: dies with `parent`, and leads its own process group. */
void worker_settle_child(pid_t parent);

/** From here on, a write beyond RLIMIT_FSIZE fails with EFBIG, as one to a full disk does, and does not end the process. */
void worker_survive_write_limit(void);

/** Undoes that, for another program that takes this process's place. */
void worker_heed_write_limit(void);

/** From here on, a write to a pipe that nobody reads fails with EPIPE, and does not end the process. */
void worker_ignore_broken_pipes(void);

/** Unblocks all signals in the calling thread, and lets SIGPIPE and SIGXFSZ do what they did when the program began. */
void worker_unblock_signals(void);

/** Whether a process has a handler of its own for a signal, as /proc shows. */
int worker_catches(pid_t pid, int signal);

/** The process that a process is a child of; 0 if there is no such process. */
pid_t worker_parent(pid_t pid);

/** A signal's name without "SIG"; null if it has none. [any] */
const char *worker_signal_name(int signal);

#endif
