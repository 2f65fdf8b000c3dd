/* SPDX-License-Identifier: MIT
 * A worker's standard descriptors, and the file that its output is captured in. Errors come as -1 with errno. */
#ifndef STANDARD_OUTPUT_H
#define STANDARD_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** In a worker: dies with the host, leads its own process group, has an empty standard input, and has `output` as
 *  standard output and error unless that is -1. Returns 0, or -1. */
int worker_settle(pid_t host, int output);

/** Bytes that stdio holds back for standard output. No system call. */
size_t worker_pending_output(void);

/** Writes out what stdio holds back, unless standard output is no longer what it was in worker_settle() and nobody takes
 *  what is written to it. */
void worker_flush_output(void);

/** A nameless file in `directory` for output: append only, closed on exec. Falls back to memory. Returns a
 *  descriptor, or -1. */
int worker_capture_file(const char *directory);

/** Gives back what whole pages between two places of a file take on the disk; its length stays. Does nothing where the
 *  file system cannot. */
void worker_punch(int file, uint64_t from, uint64_t to);

#endif
