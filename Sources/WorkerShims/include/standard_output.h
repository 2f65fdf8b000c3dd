/* SPDX-License-Identifier: MIT
 * A worker's standard descriptors, and the file that its output is captured in. Errors come as -1 with errno. */
#ifndef STANDARD_OUTPUT_H
#define STANDARD_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** An input that is at its end, for worker_settle(), closed on exec. Returns a descriptor, or -1. */
int worker_empty_input(void);

/** In a worker: dies with the host, leads its own process group, has `input` as standard input, and `output` as standard
 *  output and error unless that is -1. Needs no further descriptor, so no lack of them can fail it. Returns 0, or -1. */
int worker_settle(pid_t host, int input, int output);

/** Bytes that stdio buffers for standard output. No system call. */
size_t worker_pending_output(void);

/** Writes out what stdio buffers, unless standard output is no longer what it was in worker_settle() and nobody takes
 *  what is written to it. */
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

/** Moves at most 64 KB from a pipe to the end of a file that is not open for appending. Does not wait. Returns how many
 *  bytes that was, 0 at the pipe's end, or -1. */
ssize_t worker_pour(int pipe, int file);

/** Waits until nothing is left in the pipe that standard output is, at most for a time. Returns at once if it is no pipe. */
void worker_await_pour(int milliseconds);

/** The length of the file of a process's descriptor; 0 if it is unknown. */
uint64_t worker_length(pid_t owner, int descriptor);

#endif
