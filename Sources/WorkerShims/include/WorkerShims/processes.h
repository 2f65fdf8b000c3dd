/* SPDX-License-Identifier: MIT
 * Processes: making them, waiting for them, their signals, their descriptors and their end. Errors come as -1 with errno. */
#ifndef WORKER_SHIMS_PROCESSES_H
#define WORKER_SHIMS_PROCESSES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Making processes. */

/** fork(2), which Swift marks unavailable. The host may call it: it is single-threaded. */
pid_t worker_fork(void);

/* Waiting for processes, and looking at them from outside. Errors come as -1 with errno. */

/** A descriptor that becomes readable when the process ends (pidfd_open(2)). */
int worker_pidfd(pid_t pid);

/** Whether a process has ended, of a child without waiting for it: for a kernel that gives no descriptor of a process. [main] */
int worker_has_ended(pid_t pid);

/** The end of a process. */
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
 *  process of this run that traces the child, so that no other can wait for it, is ended after a while. */
int worker_reap(pid_t pid, int is_near, worker_end *end);

/** In a worker: says who the host is, whose children and theirs are the processes of this run. */
void worker_know_host(pid_t host);

/** From here on, children can be waited for, whatever a bundle's constructor made of SIGCHLD: ignored, or handled by waiting
 *  for every child, it would leave none to wait for. [main] */
void worker_await_children(void);

/** Puts back what worker_await_children() changed; in a child that was forked since then as well. [main] */
void worker_await_children_no_more(void);

/** Lets a child go on that has made this process its tracer and so is stopped at a signal, which it then gets. */
void worker_release(pid_t pid);

/** In a child of a worker: dies with `parent`, and leads its own process group. */
void worker_settle_child(pid_t parent);

/** From here on, a write beyond RLIMIT_FSIZE fails with EFBIG, as one to a full disk does, and does not end the process. */
void worker_survive_write_limit(void);

/** Undoes that, for another program that takes this process's place. */
void worker_heed_write_limit(void);

/** From here on, a write to a pipe without a reader fails with EPIPE, and does not end the process. */
void worker_ignore_broken_pipes(void);

/** Unblocks all signals in the calling thread, and lets SIGPIPE and SIGXFSZ do what they did when the program began. */
void worker_unblock_signals(void);

/** Whether a process has a handler of its own for a signal, as /proc shows. */
int worker_catches(pid_t pid, int signal);

/** The process that a process is a child of; 0 if there is no such process. */
pid_t worker_parent(pid_t pid);

/** A signal's name without "SIG"; null if it has none. [any] */
const char *worker_signal_name(int signal);

/* The signals that end, stop or hang up the host.
 *
 * A handler counts them and writes them to a pipe, which the host polls with everything else. The second one that would end
 * it does so at once, whatever the host is doing: blocked, say, in writing to a program that does not read. */

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

/** Stops this process until another one continues it. */
void worker_stop(void);

/** Whether this process ignores a signal. */
int worker_ignores(int signal);

/** From here on, what descends from this process and loses its parent becomes a child of this process. */
void worker_adopt_orphans(void);

/** Undoes that, for another program that takes this process's place. */
void worker_disown_orphans(void);

/** Waits for the orphans that have ended, and for no child that worker_wait() is for: until a wait for it, each takes one of the
 *  numbers for processes, of which a container may have few. Where the kernel does not name children, they stay until the end. */
void worker_reap_orphans(void);

/** Ends every process below this one, and waits for all that it inherits thereby: stops them all first, since those that fork all the
 *  time would else be quicker. Takes ten seconds at most. */
void worker_end_orphans(void);

/* A worker's standard descriptors, and the file that its output is captured in. Errors come as -1 with errno. */

/** An input that is at its end, for worker_settle(), closed on exec. Returns a descriptor, or -1. */
int worker_empty_input(void);

/** In a worker: dies with the host, leads its own process group, has `input` as standard input, and `output` as standard
 *  output and error unless that is -1. Needs no further descriptor, so no lack of them can fail it. Returns 0, or -1. */
int worker_settle(pid_t host, int input, int output);

/** Bytes that stdio buffers for standard output. No system call. */
size_t worker_pending_output(void);

/** Writes out what stdio buffers, unless standard output is no longer what it was in worker_settle() and has no
 *  reader. */
void worker_flush_output(void);

/** Moves standard output's place to the end of its file, and returns it; -1 with errno where it is no file. */
int64_t worker_output_end(void);

/** Whether stdio could not write what was printed, since the last call. No system call unless something failed; what fails
 *  while a test has put something else in the place of standard output is its own affair. */
int worker_take_output_failure(void);

/** Whether the file system of a file is full. */
int worker_has_no_room(int file);

/** An unnamed file in `directory` for output: append only, closed on exec. Falls back to memory. Returns a
 *  descriptor, or -1. */
int worker_capture_file(const char *directory);

/** Gives back what whole pages between two places of a file take on the disk; its length stays. Does nothing where the
 *  file system cannot. */
void worker_punch(int file, uint64_t from, uint64_t to);

/** Opens the file of a process's descriptor once more, by open(2)'s flags. Closed on exec. Returns a descriptor, or -1. */
int worker_reopen(pid_t owner, int descriptor, int flags);

/** Makes the file of a process's descriptor standard output and standard error, to append to. Does nothing where it cannot
 *  be opened. */
void worker_connect_output(pid_t owner, int descriptor);

/** Moves at most 64 KB from a pipe, which does not block, to the end of a file that is not open for appending. If the file takes no more,
 *  bytes of the pipe are dropped, and `is_lost` becomes 1. Returns how many bytes left the pipe, 0 at its end, or -1. */
ssize_t worker_pour(int pipe, int file, int *is_lost);

/** Waits until nothing is left in the pipe that standard output is, at most for a time. Returns at once if it is no pipe. */
void worker_await_pour(int milliseconds);

/** The length of the file of a process's descriptor; 0 if it is unknown. */
uint64_t worker_length(pid_t owner, int descriptor);

/* The end of a process of ours, as its exit handlers see it. */

/** From here on, an exit whose handlers and whose libraries' destructors have all come back is noted in a worker's stage,
 *  in its children's exits as well. Called before a bundle's code can register a handler: those run earlier. Where the status is 0, `pipe` is closed
 *  then, for the host to see; -1 for none. */
void worker_watch_exit(uint32_t *stage, int pipe);

/** Has the loader find now what the end of a process needs, which else each child would have it find. [main] */
void worker_prepare_exit(void);

/** Ends the process by exit(3) with status 0, exit handlers included. Forgets what stdio still buffers before: writing
 *  it out would not end. */
_Noreturn void worker_leave(void);

/** Ties this process's exit status to another's: at exit, whichever code calls it, writes 0 to `left`, waits for `reporter` to
 *  end, and ends with its status. */
void worker_exit_like(pid_t reporter, uint32_t *left);

#endif
