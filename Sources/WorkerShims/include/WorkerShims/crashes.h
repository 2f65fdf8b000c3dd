/* SPDX-License-Identifier: MIT
 * The traces of a worker that crashes or is asked for its stacks, and the findings of a sanitizer. */
#ifndef WORKER_SHIMS_CRASHES_H
#define WORKER_SHIMS_CRASHES_H

#include <stdint.h>
#include <sys/types.h>

/* The stacks of a worker's threads at a crash or a SIGQUIT, in memory that outlives the worker.
 *
 * A handler for fatal signals walks the stack of the crashed thread and writes addresses here. Names and lines are found
 * afterwards, by the host, in the libraries' files. */

/** The innermost frames of a thread that are kept, and the outermost ones. */
#define TRACE_INNER_FRAMES 192
#define TRACE_OUTER_FRAMES 64
/** The most libraries; the most threads, together with tasks that wait; the most tasks among these. */
#define TRACE_IMAGES 32
#define TRACE_THREADS 24
#define TRACE_TASKS 8
/** The longest path of a library, with its zero byte; a longer one loses its end. */
#define TRACE_PATH_MAX 512
/** The longest headline of a sanitizer's finding, with its zero byte. */
#define TRACE_HEADLINE_MAX 256
/** The frame's address is in no library. */
#define TRACE_NO_IMAGE UINT32_MAX

/** A library. */
typedef struct trace_image {
    /** The load address, which was added to the addresses in its file. */
    uint64_t base;
    /** Its path; empty for the program. */
    char path[TRACE_PATH_MAX];
} trace_image;

/** A frame. */
typedef struct trace_frame {
    /** The address of the code. */
    uint64_t address;
    /** Which of the images it is in, or TRACE_NO_IMAGE. */
    uint32_t image;
    /** 1 if it is a return address, which follows the call. */
    uint32_t is_return;
} trace_frame;

/** A thread. */
typedef struct trace_thread {
    /** Its number in the kernel; 0 for a task. */
    uint32_t id;
    /** The number of frames. The innermost are in `inner`; of the others, the outermost are in `outer`, a ring. */
    uint32_t frame_count;
    trace_frame inner[TRACE_INNER_FRAMES];
    trace_frame outer[TRACE_OUTER_FRAMES];
} trace_thread;

/** The progress of a trace. */
enum trace_state { TRACE_EMPTY = 0, TRACE_BEGUN = 1, TRACE_DONE = 2 };

/** The stacks of a process. Written by a worker or a child of it, by the first thread that crashes; read by the host when the
 *  process has ended or the state is TRACE_DONE. */
typedef struct crash_trace {
    /** A trace_state. Stored last. */
    uint32_t state;
    /** The process that wrote it. */
    uint32_t process;
    /** The signal, what the kernel says of it, and the address at fault. */
    int32_t signal;
    int32_t code;
    uint64_t address;
    /** 1 where Swift's runtime goes on to write a backtrace of its own. Stored before the state. */
    uint32_t is_told_on;
    /** 1 where the address at fault is near the stack pointer: the stack has no more room. */
    uint32_t is_stack_overflow;
    /** A sanitizer's finding that the worker has not reported yet; "" if there is none. */
    char headline[TRACE_HEADLINE_MAX];
    uint32_t image_count;
    /** The first is the thread that crashed; the last may be tasks that wait, where the process did not crash. */
    uint32_t thread_count, task_count;
    trace_image images[TRACE_IMAGES];
    trace_thread threads[TRACE_THREADS];
} crash_trace;

/** Has this process, and its children that worker_fork() makes, write their stacks to `trace` at a crash. `host` is the process
 *  that may ask for a trace by SIGQUIT. */
void crash_trace_begin(crash_trace *trace, pid_t host);

/** Forgets a trace that this process has survived: the host asked for it, or a sanitizer went on. No system call where there is
 *  none. [main] */
void crash_trace_forget(void);

/** Clears a trace. [host] */
void crash_trace_clear(crash_trace *trace);

/** Copies a finding's headline to `text`, and returns that; null if there is none. [host] */
const char *crash_trace_headline(const crash_trace *trace, char text[TRACE_HEADLINE_MAX]);

/** The number of the thread that crashed, in the kernel; 0 where none is known. [host] */
uint32_t crash_trace_crashed_thread(const crash_trace *trace);

/** The number of frames of a thread. [host] */
uint32_t crash_trace_frame_count(const crash_trace *trace, uint32_t thread);

/** The number of the first frame of a thread after those that were not kept. [host] */
uint32_t crash_trace_first_outer(const crash_trace *trace, uint32_t thread);

/** A frame of a thread by its number, the innermost first; null where it was not kept, or there is none. [host] */
const trace_frame *crash_trace_frame(const crash_trace *trace, uint32_t thread, uint32_t number);

/** Returns the load address of a library. [host] */
uint64_t crash_trace_base(const crash_trace *trace, uint32_t image);

/** Copies a library's path to `path`, and returns that. Bounded, whatever a bundle wrote there. [host] */
const char *crash_trace_path(const crash_trace *trace, uint32_t image, char path[TRACE_PATH_MAX]);

/* The findings of sanitizers in a worker, through the hooks of their runtimes: in the program if it was built with one,
 * in a shared runtime that a bundle brings or that was loaded before everything. */

/** The number of findings that sanitizer_next() has not taken yet. No system call. [any] */
uint32_t sanitizer_untold(void);

/** Makes the next finding, in the order in which they came, the one that the functions below report. Returns 0 where there
 *  is none. [main] */
int sanitizer_next(void);

/** The headline of the finding: "ThreadSanitizer: data-race". Valid until the next is asked for. [main] */
const char *sanitizer_headline(void);

/** The source file's path; null where it is not known. Valid until the next is asked for. [main] */
const char *sanitizer_file(void);

/** The line in it; 0 where it is not known. [main] */
uint32_t sanitizer_line(void);

/** 1 where this process has a sanitizer's function. [main] */
int sanitizer_has(const char *function);

#endif
