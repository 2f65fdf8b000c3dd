/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/crashes.h"

#include "../system/fork_page.h"
#include "WorkerShims/system.h"
#include "WorkerShims/tasks.h"
#include "crash_watch.h"
#include "frame_walk.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/** Where this process writes. Written before any bundle's code. */
static crash_trace *own_trace;
/** The process that may write there, not a child that a test forked. Written by crash_trace_adopt(). */
static pid_t owner ON_FORK_PAGE;
/** The host, which requests traces by SIGQUIT. */
static pid_t asking_host;
/** The handlers' own part of the main thread's second stack, with room for those of Swift's runtime. */
enum { HANDLER_STACK = 1 << 16 };
/** The mapped images, listed by the thread that writes the trace. */
static struct walked_images images;
/** The thread that writes. */
static pid_t writer;
/** 1 from when this process has written a trace until that is forgotten. Written by the thread that writes. */
static int has_written;

/** Returns the image of an address, and adds it to the trace if it is new. */
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

/** Takes a frame of a thread whose place in the trace is `state`. */
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
    return signal == SIGQUIT && (information->si_code == SI_USER || information->si_code == SI_QUEUE) && information->si_pid == asking_host &&
           crash_trace_is_wanted();
}

/** Lets another thread write its trace to the end, which this one's crash would cut off. A fault in the writing itself
 *  does not wait. */
static void wait_for_writer(pid_t self) {
    const struct timespec moment = {0, 1000000};
    for (int turn = 0; turn < 1000 && __atomic_load_n(&own_trace->state, __ATOMIC_ACQUIRE) == TRACE_BEGUN; turn += 1) {
        if (__atomic_load_n(&writer, __ATOMIC_ACQUIRE) == self) return;
        nanosleep(&moment, NULL);
    }
}

/** The states of a request to another thread. */
enum question { ASKED_NOTHING, ASKED, ANSWERING, ANSWERED };

/** Which thread is asked to write down where it is. Written by the thread that asks. */
static pid_t asked_thread;
/** A question: it is ANSWERING only for the thread that was asked, and taken back only while it is ASKED. */
static int question;

/** Answers, on the thread that is asked. */
static void answer(int signal, siginfo_t *information, void *context) {
    (void)signal, (void)information;
    int kept = errno, asked = ASKED;
    if ((pid_t)syscall(SYS_gettid) == __atomic_load_n(&asked_thread, __ATOMIC_ACQUIRE) &&
        __atomic_compare_exchange_n(&question, &asked, ANSWERING, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        frame_walk(context, &images, take_frame, &own_trace->threads[own_trace->thread_count]);
        __atomic_store_n(&question, ANSWERED, __ATOMIC_RELEASE);
    }
    errno = kept;
}

/** Whether a thread would answer: it does not block the signal. */
static int can_answer(pid_t id) {
    static char path[48], text[2048];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)id);
    const char *blocked = worker_read_status(path, text, sizeof text) > 0 ? strstr(text, "\nSigBlk:\t") : NULL;
    return blocked != NULL && (strtoull(blocked + 9, NULL, 16) >> (SIGPROF - 1) & 1) == 0;
}

/** Asks a thread where it is, unless it blocks the signal. Each has 50 ms to begin its answer, and all together two seconds more: on a
 *  busy machine, a thread waits for a processor. */
static void ask(pid_t id) {
    static int spare = 2000;
    const struct timespec moment = {0, 1000000};
    if (own_trace->thread_count == TRACE_THREADS - TRACE_TASKS || !can_answer(id)) return;
    own_trace->threads[own_trace->thread_count].id = (uint32_t)id;
    __atomic_store_n(&asked_thread, id, __ATOMIC_RELEASE);
    __atomic_store_n(&question, ASKED, __ATOMIC_RELEASE);
    if (syscall(SYS_tgkill, owner, id, SIGPROF) != 0) return;
    for (int turn = 0; (turn < 50 || spare > 0) && __atomic_load_n(&question, __ATOMIC_ACQUIRE) == ASKED; turn += 1) {
        spare -= turn >= 50;
        nanosleep(&moment, NULL);
    }
    int asked = ASKED;
    if (__atomic_compare_exchange_n(&question, &asked, ASKED_NOTHING, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return;
    for (int turn = 0; turn < 1000 && __atomic_load_n(&question, __ATOMIC_ACQUIRE) == ANSWERING; turn += 1)
        nanosleep(&moment, NULL);
    /* A thread that is stuck in its answer keeps its place, and no other thread writes there. */
    own_trace->thread_count += 1;
}

/** A name in a directory, as the kernel lists it. */
struct listed_name {
    uint64_t inode;
    int64_t next;
    uint16_t size;
    uint8_t kind;
    char name[];
};

/** Writes down where the other threads are, of a process that is stuck. The signal for it is one that libdispatch's threads
 *  do not block. Its handler stays, for those that come to answer late; the process is ended next. */
static void take_other_threads(pid_t self) {
    struct sigaction action = crash_watch_action(answer);
    int directory = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory == -1 || crash_watch_set(SIGPROF, &action) != 0) return;
    static char bytes[4096] __attribute__((aligned(8)));
    long count;
    while ((count = syscall(SYS_getdents64, directory, bytes, sizeof bytes)) > 0) {
        for (long place = 0; place < count;) {
            const struct listed_name *entry = (const struct listed_name *)(bytes + place);
            place += entry->size;
            pid_t id = 0;
            for (const char *digit = entry->name; *digit >= '0' && *digit <= '9'; digit += 1) id = id * 10 + (*digit - '0');
            if (id > 0 && id != self) ask(id);
        }
    }
    close(directory);
}

/** Writes down where tasks of the running activity wait: no thread shows them. */
static void take_tasks(void) {
    task_waiting waiting[TRACE_TASKS];
    size_t count = work_find_waiting(waiting, TRACE_TASKS);
    for (size_t index = 0; index < count; index += 1) {
        trace_thread *task = &own_trace->threads[own_trace->thread_count];
        for (int call = 0; call < TASK_CALLS && waiting[index].calls[call] != 0; call += 1) take_frame(task, waiting[index].calls[call], 0);
        own_trace->thread_count += 1;
    }
    own_trace->task_count = (uint32_t)count;
}

/** Whether the trace can be written: a bundle may have kept the shared memory from this process (MADV_DONTFORK), unmapped it
 *  or made it read-only. The kernel writes in this process's place, which cannot fault; a kernel that refuses such calls
 *  says nothing of the memory. */
static int can_write(void) {
    uint32_t number = (uint32_t)owner;
    struct iovec from = {&number, sizeof number}, to = {&own_trace->process, sizeof number};
    return process_vm_writev(owner, &from, 1, &to, 1, 0) == sizeof number || errno != EFAULT;
}

/** The largest distance from the stack pointer, in bytes, of a fault that counts as a stack overflow. */
enum { STACK_REACH = 1 << 16 };

/** Whether the interrupted code had no more room on its stack: a fault near the stack pointer is a stack overflow. */
static int has_overflowed(int signal, const siginfo_t *information, const void *context) {
    if ((signal != SIGSEGV && signal != SIGBUS) || information == NULL || information->si_code <= 0) return 0;
    uint64_t address = (uint64_t)(uintptr_t)information->si_addr;
    return address - frame_walk_stack_pointer(context) + STACK_REACH < 2 * STACK_REACH;
}

int crash_trace_take(int signal, const siginfo_t *information, const void *context, int is_told_on) {
    if (!crash_trace_is_wanted()) return 1;
    if (!can_write()) return 0;
    uint32_t empty = TRACE_EMPTY;
    pid_t self = (pid_t)syscall(SYS_gettid);
    if (!__atomic_compare_exchange_n(&own_trace->state, &empty, TRACE_BEGUN, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        wait_for_writer(self);
        return 1;
    }
    __atomic_store_n(&writer, self, __ATOMIC_RELEASE);
    if (signal != SIGQUIT) work_origin_note_end();
    __atomic_store_n(&has_written, 1, __ATOMIC_RELAXED);
    own_trace->process = (uint32_t)owner;
    own_trace->signal = signal;
    own_trace->is_told_on = (uint32_t)is_told_on;
    own_trace->is_stack_overflow = (uint32_t)has_overflowed(signal, information, context);
    if (information != NULL) {
        own_trace->code = information->si_code;
        own_trace->address = (uint64_t)(uintptr_t)information->si_addr;
    }
    own_trace->thread_count = 1;
    own_trace->threads[0].id = (uint32_t)self;
    frame_walk_list(&images);
    frame_walk(context, &images, take_frame, &own_trace->threads[0]);
    if (signal == SIGQUIT) {
        take_other_threads(self);
        take_tasks();
    }
    __atomic_store_n(&own_trace->state, TRACE_DONE, __ATOMIC_RELEASE);
    return 1;
}

void crash_trace_find(const char *sanitizer, const char *what) {
    if (!crash_trace_is_wanted()) return;
    if (sanitizer != NULL) snprintf(own_trace->headline, sizeof own_trace->headline, "%s: %s", sanitizer, what);
    else own_trace->headline[0] = 0;
}

void crash_trace_forget(void) {
    if (__atomic_load_n(&has_written, __ATOMIC_RELAXED) == 0 || !crash_trace_is_wanted()) return;
    has_written = 0;
    crash_trace_clear(own_trace);
}

void crash_trace_adopt(void) { owner = getpid(); }

/** Gives the main thread a second stack for its handlers, since its own may be exhausted. The kernel puts the processor's whole
 *  state there first, whose size only it knows; below the stack is a page without write permission. */
static void make_handler_stack(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), state = getauxval(AT_MINSIGSTKSZ);
    if (state == 0) state = MINSIGSTKSZ;
    size_t size = (HANDLER_STACK + state + page - 1) / page * page;
    char *guard = mmap(NULL, page + size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (guard == MAP_FAILED) return;
    stack_t stack = {.ss_sp = guard + page, .ss_size = size};
    if (mprotect(stack.ss_sp, size, PROT_READ | PROT_WRITE) == 0) sigaltstack(&stack, NULL);
}

void crash_trace_begin(crash_trace *trace, pid_t host) {
    own_trace = trace;
    asking_host = host;
    crash_trace_adopt();
    make_handler_stack();
    crash_watch_begin();
    sanitizer_watch();
}

void crash_trace_clear(crash_trace *trace) {
    /* Only what was touched: an untouched page takes no memory. */
    if (trace->state != TRACE_EMPTY || trace->headline[0] != 0) memset(trace, 0, sizeof *trace);
}

const char *crash_trace_headline(const crash_trace *trace, char text[TRACE_HEADLINE_MAX]) {
    memcpy(text, trace->headline, TRACE_HEADLINE_MAX);
    text[TRACE_HEADLINE_MAX - 1] = 0;
    return text[0] == 0 ? NULL : text;
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

uint32_t crash_trace_crashed_thread(const crash_trace *trace) {
    return trace->state != TRACE_EMPTY && trace->thread_count > 0 ? trace->threads[0].id : 0;
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
