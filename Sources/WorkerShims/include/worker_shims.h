/* SPDX-License-Identifier: MIT
 * The few calls that Swift's Glibc module leaves out or cannot express. Errors come as -1 with errno. */
#ifndef WORKER_SHIMS_H
#define WORKER_SHIMS_H

#include <stdint.h>
#include <sys/types.h>

/** How many words the command line has, the program's name included. Swift's CommandLine reads them from /proc and
 *  takes as long for that as for the whole of a small run's report. [any] */
int worker_argument_count(void);
/** A word of the command line; null behind the last. Lives as long as the process. [any] */
const char *worker_argument(int index);

/** fork(2), which Swift marks unavailable. The host may call it: it is single-threaded. */
pid_t worker_fork(void);

/** From here on, processes that are forked otherwise than by worker_fork() know that of themselves. */
void worker_watch_forks(void);

/** 1 in a process that a bundle's code forked, and that must not go on as if it were a worker. No system call. [any] */
int worker_is_stray(void);

/** A descriptor that becomes readable when the process ends (pidfd_open(2)). */
int worker_pidfd(pid_t pid);

/** From here on, an exit whose handlers have all come back is noted in a worker's stage, in its children's exits, too.
 *  Called before a bundle's code can register a handler: those run earlier. Where the status is 0, `pipe` is closed
 *  then, for the host to see; -1 for none. */
void worker_watch_exit(uint32_t *stage, int pipe);

/** How a process ended. */
typedef struct worker_end {
    /** 1 if it ended by exit or _exit, with `value` its status; 0 if by a signal, with `value` the signal. */
    int exited;
    int value;
} worker_end;

/** Waits for a child that has ended or is about to; one that has made this process its tracer is let go. Returns 0, or
 *  -1. */
int worker_wait(pid_t pid, worker_end *end);

/** Lets a child go on that has made this process its tracer and so stands still at a signal, which it then gets. */
void worker_release(pid_t pid);

/** In a child of a worker: dies with `parent`, and leads its own process group. */
void worker_settle_child(pid_t parent);

/** In a worker: dies with the host, leads its own process group, has an empty standard input, and has `output` as
 *  standard output and error unless that is -1. Returns 0, or -1. */
int worker_settle(pid_t host, int output);

/** Closes what the host opened for itself: every descriptor above 2 that is closed on exec, but for two. */
void worker_close_private(int kept, int other);

/** A number that tells one pipe from another, the same at both ends; 0 if the descriptor is closed or no pipe. */
uint64_t worker_pipe_identity(int descriptor);

/** Opens the other end of a pipe whose one end is a descriptor of another process. Returns a descriptor that does not
 *  block, or -1. */
int worker_open_peer(pid_t pid, int descriptor, int is_writing);

/** Bytes that stdio holds back for standard output. No system call. */
size_t worker_pending_output(void);

/** Writes out what stdio holds back, unless standard output is no longer what it was in worker_settle() and nobody takes
 *  what is written to it. */
void worker_flush_output(void);

/** Has the loader find now what the end of a process needs, which else each child would have it find. [main] */
void worker_prepare_exit(void);

/** Ends the process by exit(3) with status 0, exit handlers included. Forgets what stdio still holds back before: writing
 *  it out would not end. */
_Noreturn void worker_leave(void);

/** A nameless file in `directory` for output: append only, closed on exec. Falls back to memory. Returns a
 *  descriptor, or -1. */
int worker_capture_file(const char *directory);

/** Gives back what whole pages between two places of a file take on the disk; its length stays. Does nothing where the
 *  file system cannot. */
void worker_punch(int file, uint64_t from, uint64_t to);

/** Moves a descriptor to a number of at least `lowest`, closed on exec; where the limit of open files forbids that, it
 *  stays where it is. Returns it, or -1. */
int worker_move_descriptor(int descriptor, int lowest);

/** Unblocks all signals in the calling thread, and lets SIGPIPE end the process again. */
void worker_unblock_signals(void);

/** Maps `size` bytes that are shared with every process forked later; only what is touched takes memory. Null with
 *  errno on failure. */
void *worker_shared_memory(size_t size);

/** Has the kernel lay out the pages of some memory that is about to be written; changes nothing else, and may do nothing. */
void worker_touch_pages(void *start, size_t size);

/** Lets two files change their places, so that each path always leads to one of them (renameat2(2)). Returns 0, or -1. */
int worker_exchange(const char *path, const char *other);

/** A signal's name without "SIG"; null if it has none. Owned by the C library. [any] */
const char *worker_signal_name(int signal);

/** Whether a process has a handler of its own for a signal, as /proc tells. */
int worker_catches(pid_t pid, int signal);

/** Reads the beginning of a file such as those in /proc, and puts a zero byte behind it. Returns how many bytes, up to
 *  `size` - 1, or -1. [any] */
ssize_t worker_read_file(const char *path, char *text, size_t size);

/** The process that a process is a child of; 0 if there is no such process. */
pid_t worker_parent(pid_t pid);

/** Both ends of a new pipe, closed on exec: the reading one first. Returns 0, or -1. */
int worker_pipe(int ends[2]);

/** Whether some bytes stand in others. */
int worker_contains(const void *bytes, size_t count, const void *wanted, size_t wanted_count);

/** What one look at a name tells. */
typedef struct worker_name {
    /** Its bytes, less the zero; one more than the limit where it is longer than that. */
    size_t length;
    /** A hash of those bytes. */
    uint64_t hash;
    /** 1 if all of them are ASCII. */
    int is_ascii;
} worker_name;

/** Looks at a name of at most `limit` bytes. */
worker_name worker_scan_name(const char *name, size_t limit);

/** The path of the library that holds an address, as it was opened; null if there is none. Owned by the loader. */
const char *worker_image_path(const void *address);

/** The path of the library of a file name that this process has loaded; null if it has none. Owned by the loader. */
const char *worker_loaded_image(const char *name);

/** Sleeps while a word in shared memory has a value (futex(2)). May wake early. */
void worker_sleep_while(const uint32_t *word, uint32_t value);

/** Wakes all that sleep on a word. */
void worker_wake(const uint32_t *word);

/** The smallest quota of this process's control group and of those that it is in, versions 1 and 2, in processors, rounded
 *  up; 0 if there is none. `root` goes before the paths of the system's files: "" but in tests. */
int worker_quota_processors(const char *root);

/** How many processors this process may use at once: its affinity, and its control group's quota where that is less. */
int worker_processor_count(void);

/** Ties this process's exit status to another's: at exit, whoever calls it, writes 0 to `left`, waits for `reporter` to
 *  end, and ends with its status. */
void worker_exit_like(pid_t reporter, uint32_t *left);

/** Whether Swift's runtime is a shared library, loaded before this program began, and not a part of it. */
int worker_shares_swift_runtime(void);

/** Nanoseconds of CLOCK_MONOTONIC, by a call that stays out of the kernel. */
uint64_t worker_now(void);

/** Nanoseconds since 1970-01-01 00:00:00 UTC. */
uint64_t worker_wall_clock(void);

#endif
