/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "crash_trace.h"

#include "crash_watch.h"
#include "frame_walk.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/** Where this process writes. Written before any bundle's code. */
static crash_trace *own_trace;
/** The process that may write there: a child that a test forked is somebody else. Written by crash_trace_adopt(). */
static pid_t owner;
/** Who asks for traces. */
static pid_t asking_host;
/** What the main thread's handlers run on: its own stack may be what is used up. */
static char handler_stack[1 << 16] __attribute__((aligned(16)));
/** What is mapped, listed by the thread that writes the trace. */
static struct walked_images images;
/** The thread that writes. */
static pid_t writer;

/** Which image of the trace an address is in; puts it there if it is not. */
static uint32_t image_of(crash_trace *trace, uint64_t address) {
    const struct walked_image *image = frame_walk_find(&images, address);
    if (image == NULL) return TRACE_NO_IMAGE;
    uint32_t index = 0;
    while (index < trace->image_count && trace->images[index].base != image->base) index += 1;
    if (index == TRACE_IMAGES) return TRACE_NO_IMAGE;
    if (index < trace->image_count) return index;
    trace->images[index].base = image->base;
    strncpy(trace->images[index].path, image->path, TRACE_PATH_MAX - 1);
    trace->image_count = index + 1;
    return index;
}

static int take_frame(void *state, uint64_t address, int is_return) {
    trace_thread *thread = state;
    trace_frame frame = {address, image_of(own_trace, address - (is_return ? 1 : 0)), (uint32_t)is_return};
    uint32_t number = thread->frame_count;
    if (number < TRACE_INNER_FRAMES) thread->inner[number] = frame;
    else thread->outer[(number - TRACE_INNER_FRAMES) % TRACE_OUTER_FRAMES] = frame;
    thread->frame_count = number + 1;
    return 1;
}

int crash_trace_is_wanted(void) { return own_trace != NULL && getpid() == owner; }

int crash_trace_is_asked_for(int signal, const siginfo_t *information) {
    return signal == SIGQUIT && information->si_code == SI_USER && information->si_pid == asking_host &&
           crash_trace_is_wanted();
}

/** Lets another thread write its trace to the end, which this one's crash would cut off. A fault in the writing itself
 *  waits for nobody. */
static void wait_for_writer(pid_t self) {
    const struct timespec moment = {0, 1000000};
    for (int turn = 0; turn < 1000 && __atomic_load_n(&own_trace->state, __ATOMIC_ACQUIRE) == TRACE_BEGUN; turn += 1) {
        if (__atomic_load_n(&writer, __ATOMIC_ACQUIRE) == self) return;
        nanosleep(&moment, NULL);
    }
}

void crash_trace_take(int signal, const siginfo_t *information, const void *context, int is_told_on) {
    if (!crash_trace_is_wanted()) return;
    uint32_t empty = TRACE_EMPTY;
    pid_t self = (pid_t)syscall(SYS_gettid);
    if (!__atomic_compare_exchange_n(&own_trace->state, &empty, TRACE_BEGUN, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return wait_for_writer(self);
    __atomic_store_n(&writer, self, __ATOMIC_RELEASE);
    own_trace->process = (uint32_t)owner;
    own_trace->signal = signal;
    own_trace->is_told_on = (uint32_t)is_told_on;
    own_trace->code = information->si_code;
    own_trace->address = (uint64_t)(uintptr_t)information->si_addr;
    own_trace->thread_count = 1;
    own_trace->threads[0].id = (uint32_t)self;
    frame_walk_list(&images);
    frame_walk(context, &images, take_frame, &own_trace->threads[0]);
    __atomic_store_n(&own_trace->state, TRACE_DONE, __ATOMIC_RELEASE);
}

void crash_trace_adopt(void) { owner = getpid(); }

void crash_trace_begin(crash_trace *trace, pid_t host) {
    own_trace = trace;
    asking_host = host;
    crash_trace_adopt();
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    crash_watch_begin();
}

void crash_trace_clear(crash_trace *trace) {
    /* Only what was touched: an untouched page takes no memory. */
    if (trace->state != TRACE_EMPTY) memset(trace, 0, sizeof *trace);
}

uint32_t crash_trace_frame_count(const crash_trace *trace, uint32_t thread) {
    return thread < TRACE_THREADS ? trace->threads[thread].frame_count : 0;
}

uint32_t crash_trace_first_outer(const crash_trace *trace, uint32_t thread) {
    uint32_t count = crash_trace_frame_count(trace, thread);
    return count > TRACE_INNER_FRAMES + TRACE_OUTER_FRAMES ? count - TRACE_OUTER_FRAMES : TRACE_INNER_FRAMES;
}

const trace_frame *crash_trace_frame(const crash_trace *trace, uint32_t thread, uint32_t number) {
    if (number >= crash_trace_frame_count(trace, thread)) return NULL;
    if (number < TRACE_INNER_FRAMES) return &trace->threads[thread].inner[number];
    if (number < crash_trace_first_outer(trace, thread)) return NULL;
    return &trace->threads[thread].outer[(number - TRACE_INNER_FRAMES) % TRACE_OUTER_FRAMES];
}

uint64_t crash_trace_base(const crash_trace *trace, uint32_t image) {
    return image < TRACE_IMAGES ? trace->images[image].base : 0;
}

const char *crash_trace_path(const crash_trace *trace, uint32_t image, char path[TRACE_PATH_MAX]) {
    path[0] = 0;
    if (image >= TRACE_IMAGES) return path;
    memcpy(path, trace->images[image].path, TRACE_PATH_MAX);
    path[TRACE_PATH_MAX - 1] = 0;
    return path;
}
