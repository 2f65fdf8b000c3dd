/* SPDX-License-Identifier: MIT
 * Descriptors, pipes and files: the calls that Swift's Glibc module leaves out. Errors come as -1 with errno. */
#ifndef FILES_H
#define FILES_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** Notes that the host has opened a descriptor, or closes it. A library that was loaded before the host has descriptors of its own,
 *  of which nobody else knows what they are for. [main] */
void worker_note_descriptor(int descriptor, int is_own);

/** In a worker: closes every descriptor above 2 that the host has opened, but for two. [main] */
void worker_close_noted(int kept, int other);

/** A number that distinguishes one pipe from another, the same at both ends; 0 if the descriptor is closed or no pipe. */
uint64_t worker_pipe_identity(int descriptor);

/** poll(2) of descriptors, with a wait of no more than some microseconds. */
int worker_poll(struct pollfd *entries, size_t count, uint64_t microseconds);

/** How many bytes a pipe has in it, or -1. */
int worker_pipe_size(int descriptor);

/** Opens the other end of a pipe whose one end is a descriptor of another process. Returns a descriptor that does not
 *  block, or -1. */
int worker_open_peer(pid_t pid, int descriptor, int is_writing);

/** Moves a descriptor to a number of at least `lowest`, closed on exec; where the limit of open files forbids that, it
 *  stays where it is. Returns it, or -1. */
int worker_move_descriptor(int descriptor, int lowest);

/** Both ends of a new pipe, closed on exec: the reading one first. Returns 0, or -1. */
int worker_pipe(int ends[2]);

/** Lets two files change their places, so that each path always leads to one of them (renameat2(2)). Returns 0, or -1. */
int worker_exchange(const char *path, const char *other);

/** Reads the beginning of a file such as those in /proc, and puts a zero byte behind it. Returns how many bytes, up to
 *  `size` - 1, or -1. [any] */
ssize_t worker_read_file(const char *path, char *text, size_t size);

/** Reads a status file in /proc whole, as `worker_read_file` does, less the list of groups, which may be of any length. [any] */
ssize_t worker_read_status(const char *path, char *text, size_t size);

#endif
