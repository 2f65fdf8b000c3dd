/* SPDX-License-Identifier: MIT
 * How the host hears of signals that end, stop or hang up on it.
 *
 * A handler counts them and writes them to a pipe, which the host polls with everything else. The second one that would end
 * it does so at once, whatever the host is doing: blocked, say, in writing to somebody who does not read. */
#ifndef INTERRUPTS_H
#define INTERRUPTS_H

#include <sys/types.h>

/** Handles SIGINT, SIGTERM and, unless they are ignored, SIGTSTP, SIGHUP and SIGUSR1, in the calling process. Returns a descriptor
 *  that becomes readable at one, the same each time, or -1. Ignores SIGPIPE: the reader of a report may go away, and
 *  the run goes on. worker_unblock_signals() undoes both in a worker; a process that worker_fork() made handles nothing. */
int worker_interrupts(void);

/** Has the first signal that would end a run end this process instead, with a status, some words on standard error, and without the
 *  files and the directory that are guarded; SIGTSTP stops it as usual. worker_interrupts() undoes that. `words` must stay. Returns 0,
 *  or -1. */
int worker_end_at_interrupt(int status, const char *words);

/** Whether one of both is in effect. */
int worker_watches_interrupts(void);

/** The number of an interrupt that has come in, or 0. Does not wait. */
int worker_next_interrupt(int descriptor);

/** Whether a signal has come that ends a run, whether it was read or not. */
int worker_is_interrupted(void);

/** Ignores again what the caller ignored: before another program takes this process's place. [main] */
void worker_ignore_as_before(void);

/** Restores the signal actions from the start of the program, in a process of worker_fork() or a worker. */
void worker_forget_interrupts(void);

/** Has a file removed if an interrupt ends this process at once. Returns a number for worker_release_file(). */
int worker_guard_file(const char *path);

/** The file stays from here on, or is gone. */
void worker_release_file(int number);

/** Has a directory removed with all that is in it if an interrupt ends this process at once; with NULL, no more. */
void worker_guard_directory(const char *path);

/** Keeps back what would interrupt this process until worker_interrupts() is called, even by the program that this
 *  process becomes. */
void worker_hold_interrupts(void);

/** Stops this process until somebody continues it. */
void worker_stop(void);

/** Whether this process ignores a signal. */
int worker_ignores(int signal);

/** From here on, what descends from this process and loses its parent becomes a child of this process. */
void worker_adopt_orphans(void);

/** Undoes that, for another program that takes this process's place. */
void worker_disown_orphans(void);

/** Waits for the orphans that have ended, and for no child that worker_wait() is for: until somebody waits for it, each takes one of the
 *  numbers for processes, of which a container may have few. Where the kernel does not name children, they stay until the end. */
void worker_reap_orphans(void);

/** Ends every process below this one, and waits for all that it inherits thereby: stops them all first, since those that fork all the
 *  time would else be quicker. Takes ten seconds at most. */
void worker_end_orphans(void);

#endif
