/* SPDX-License-Identifier: MIT
 * A snapshot of the state that a class may leave changed for the next class. It takes about 4 µs. */
#ifndef WORKER_SHIMS_LEAKS_H
#define WORKER_SHIMS_LEAKS_H

#include <stdint.h>

/** The signals that have a disposition. */
#define PROCESS_STATE_SIGNALS 64
/** The limits that there are, and a few to spare. */
#define PROCESS_STATE_LIMITS 16
/** The descriptors that are looked at, from 0: below those that the worker and TestKit keep for themselves, from 200. */
#define PROCESS_STATE_DESCRIPTORS 192

/** The kinds of things that may be used up: descriptors, and keys of pthread_key_create(). */
#define PROCESS_STATE_CROWDS 2

/** The number of attributes of a process that the kernel notes and that have no own function here. */
#define PROCESS_STATE_ATTRIBUTES 7

/** The variables of this process, with a null after the last; null where there are none, after clearenv(3). */
char **process_environment(void);

/** A snapshot. Opaque: Swift imports an array as a tuple, and a path's would have 4,096 members. */
typedef struct process_state process_state;

/** A snapshot that nothing is taken into yet; the caller frees it. Null without memory. [any] */
process_state *process_state_new(void);

/** Takes a snapshot. `before` is an earlier one: where the lowest free descriptor is what it was then, the open ones are taken to be
 *  the same, and so is everything that nothing was seen to set. Null: the kernel is asked for everything. [main] */
void process_state_take(process_state *state, const process_state *before);

/** Takes standard output and standard error alone into a snapshot. [main] */
void process_state_take_output(process_state *state);

/** 1 if two snapshots show no difference, the environment included. [any] */
int process_state_equals(const process_state *left, const process_state *right);

/** The working directory. Owned by the snapshot, as the next. [any] */
const char *process_state_directory(const process_state *state);
/** The locale's name. [any] */
const char *process_state_locale(const process_state *state);
/** The file mode mask. [any] */
uint32_t process_state_mask(const process_state *state);
/** The signals that are blocked in the calling thread, a bit each, signal 1 lowest. [any] */
uint64_t process_state_blocked(const process_state *state);
/** 1 if there is a child that has ended or not. [any] */
int process_state_has_children(const process_state *state);
/** The root directory, as a number. [any] */
uint64_t process_state_root(const process_state *state);
/** The nice value. [any] */
int process_state_priority(const process_state *state);
/** The scheduling policy. [any] */
int process_state_policy(const process_state *state);
/** An attribute of the process that the kernel notes: a number, by an index below PROCESS_STATE_ATTRIBUTES. [any] */
int64_t process_state_attribute(const process_state *state, int index);
/** The attribute in words. [any] */
const char *process_state_attribute_name(int index);
/** The rounding of floating-point numbers on the main thread, and the exceptions that trap. [any] */
uint64_t process_state_floats(const process_state *state);
/** Stops floating-point exceptions from trapping in the calling thread: the worker reckons as well. [main] */
void process_calm_floats(void);
/** 1 if two snapshots have the same users and groups. [any] */
int process_state_has_same_owner(const process_state *left, const process_state *right);
/** The number of timers of setitimer(2) and alarm(2) that run. [any] */
int process_state_timers(const process_state *state);
/** The number of timers of timer_create(2) that were left so far. [any] */
uint32_t process_state_left_timers(const process_state *state);
/** 1 if things of a kind, below PROCESS_STATE_CROWDS, are used up so far that little is left. [any] */
int process_state_has_crowd(const process_state *state, int what);
/** 1 if stdout and stderr are the same streams, with the C library's buffers or the same others. [any] */
int process_state_has_same_streams(const process_state *left, const process_state *right);
/** A number that identifies the file of standard input, output or error; 0 if it is closed. [any] */
uint64_t process_state_standard(const process_state *state, int descriptor);
/** A signal's handler, by its number less 1: an address, or SIG_DFL or SIG_IGN as a number. [any] */
uint64_t process_state_handler(const process_state *state, int index);
/** A soft limit, by resource. [any] */
uint64_t process_state_limit(const process_state *state, int resource);
/** 1 if a descriptor is open. [any] */
int process_state_is_open(const process_state *state, int descriptor);

#endif
