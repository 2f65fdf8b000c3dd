/* SPDX-License-Identifier: MIT
 * Rule 72.
 *
 * Has Swift's runtime for tasks ask the schedule (task_turns.c), by the functions that it imports.
 *
 * The runtime has hooks for this (swift_task_enqueueGlobal_hook), but since Swift 6.3 neither sleeps nor the main actor nor
 * Task.yield() come by them, and suites set them themselves. The imports that libswift_Concurrency.so has of libdispatch see all:
 * only jobs go there. A hop to an actor that is free is a call within the thread; it comes by swift_task_switch(), which all other
 * libraries import. */
#define _GNU_SOURCE
#include "WorkerShims/tasks.h"

#include "../system/import_slots.h"
#include "WorkerShims/system.h"
#include "task_queues.h"
#include "task_sight.h"
#include "task_turns.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/** An executor, as the runtime passes it: in two words. Swift's convention for such is C's (work_origins.c). */
struct executor {
    void *identity;
    uintptr_t implementation;
};

/** The runtime's functions. Written on the main thread before the first schedule. */
static void (*job_run)(void *job, struct executor executor);
static struct executor (*main_executor)(void), (*current_executor)(void);
static void *(*current_task)(void);
static const char *(*queue_label)(void *queue);

static void run_generic(void *job) { job_run(job, (struct executor){NULL, 0}); }

/* The runtime's submissions */

static void (*real_dispatch_async_f)(void *queue, void *context, void (*work)(void *));
static void (*real_dispatch_after_f)(uint64_t time, void *queue, void *context, void (*work)(void *));
static void (*real_dispatch_source_set_event_handler_f)(void *source, void (*handler)(void *));

/** The task that goes to the main executor on this thread only to be scheduled. */
static _Thread_local void *hopping;

/** The label of the queues on which the runtime runs tasks. */
static const char global_label[] = "Swift global concurrent queue";

/** Whether a queue is a global one; other queues are a suite's own executors, which the scheduler does not change. */
static int is_global(void *queue) {
    /* There is one for each priority, and one of them is used nearly always. */
    static void *last;
    if (queue == __atomic_load_n(&last, __ATOMIC_ACQUIRE)) return 1;
    const char *label = queue_label(queue);
    if (label == NULL || strcmp(label, global_label) != 0) return 0;
    __atomic_store_n(&last, queue, __ATOMIC_RELEASE);
    return 1;
}

static void note_task(const void *job);

static int is_scheduled(void) { return task_turns_are_on() && !worker_is_stray(); }

static void our_dispatch_async_f(void *queue, void *context, void (*work)(void *)) {
    int is_main = queue == task_dispatch.main_queue;
    if (!is_scheduled() || (!is_main && !is_global(queue))) {
        real_dispatch_async_f(queue, context, work);
        return;
    }
    int is_hop = is_main && hopping == context;
    hopping = NULL;
    note_task(context);
    enum task_place place = is_hop ? TASK_HOPPING : is_main ? TASK_ON_MAIN : TASK_ANYWHERE;
    task_turns_add((struct task_piece){place, 0, context, work, queue, 0}, FROM_THREAD);
}

/** The piece that a timer is to wake. */
struct alarm {
    struct task_piece piece;
    uint64_t session;
};

static void ring(void *allocated) {
    struct alarm alarm = *(struct alarm *)allocated;
    free(allocated);
    /* A timer that an earlier test has left belongs to no test here. */
    if (is_scheduled() && task_turns_session() == alarm.session) task_turns_add(alarm.piece, FROM_CLOCK);
    else alarm.piece.run(alarm.piece.job);
}

static void our_dispatch_after_f(uint64_t time, void *queue, void *context, void (*work)(void *)) {
    task_queues_note_timer(time, 0);
    int is_main = queue == task_dispatch.main_queue;
    struct alarm *alarm = is_scheduled() && (is_main || is_global(queue)) ? malloc(sizeof *alarm) : NULL;
    if (alarm == NULL) {
        real_dispatch_after_f(time, queue, context, work);
        return;
    }
    *alarm = (struct alarm){{is_main ? TASK_ON_MAIN : TASK_ANYWHERE, 0, context, work, queue, 0}, task_turns_session()};
    real_dispatch_after_f(time, queue, alarm, ring);
}

/** The runtime's function for a timer with a tolerance: it has one, and gives it what to wake by the timer's context. */
static void (*timer_handler)(void *);

static void ring_source(void *context) {
    void (*handler)(void *) = __atomic_load_n(&timer_handler, __ATOMIC_ACQUIRE);
    if (!is_scheduled()) {
        handler(context);
        return;
    }
    task_turns_add((struct task_piece){TASK_ANYWHERE, 0, context, handler, task_dispatch.thread_queue, 0}, FROM_CLOCK);
}

static void our_dispatch_source_set_event_handler_f(void *source, void (*handler)(void *)) {
    void (*known)(void *) = NULL;
    int is_known = __atomic_compare_exchange_n(&timer_handler, &known, handler, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) ||
                   known == handler;
    real_dispatch_source_set_event_handler_f(source, is_scheduled() && is_known ? ring_source : handler);
}

/* Hops */

/** The arguments of swift_task_switch(): where the task goes on, and on which executor. */
struct task_switch {
    void *context;
    void *resume;
    struct executor executor;
};

/** A hop that waits for its turn. It begins as the runtime's contexts do, with the one that called it. */
struct hop {
    void *parent;
    void *resume_parent;
    struct task_switch wanted;
};

/** The runtime's swift_task_switch(). Used by the trampolines below. */
void *task_slots_real_switch __attribute__((visibility("hidden")));

/** The first words of the runtime's jobs, as Swift 6.3 has them. */
struct job {
    void *header[2];
    void *scheduler[2];
    uint32_t flags, id;
    void *reserved[2];
    /** Of a task: where it goes on, and with which context. */
    void *resume;
    void *context;
};

/** The job that resumes a task which lets others go first. */
struct continuation_job {
    /** The common part of all jobs: up to where they go on. */
    void *words[8];
    void *maker;
    const struct job *continued;
};

/** The first words of a function's context: that of its caller, and where the caller goes on. */
struct context {
    const struct context *caller;
    void *resume;
};

/** The part of the flags that says what kind of job it is. */
#define KIND 0xff
#define KIND_OF_TASK 0
#define KIND_OF_CONTINUATION 195
/** The most functions of the runtime between a task and the suite's code. */
#define DEPTH 16

/** Where the runtime's code is. */
static uintptr_t runtime_start, runtime_end;

/** Whether an address is the runtime's own. */
static int is_runtime(const void *address) { return (uintptr_t)address >= runtime_start && (uintptr_t)address < runtime_end; }

/** Whether a pointer can be one to a context. */
static int is_context(const void *context) { return context != NULL && (uintptr_t)context % sizeof(void *) == 0; }

/** The function that a task begins with; NULL if the task has begun. The runtime begins with one of its own, and has the other in
 *  the word but one before the task's first context. */
static void *entry_of(const struct job *job) {
    return is_runtime(job->resume) && is_context(job->context) ? ((void **)job->context)[-2] : NULL;
}

/** Where the first function of the suite's goes on, which all others were called by; NULL where that is not known. */
static void *origin_of(void *resume, const struct context *context) {
    void *found = is_runtime(resume) ? NULL : resume;
    for (int depth = 0; depth < DEPTH * DEPTH && is_context(context); depth += 1) {
        if (context->resume != NULL && !is_runtime(context->resume)) found = context->resume;
        context = context->caller;
    }
    return found;
}

int task_slots_is_runtime(const void *address) { return is_runtime(address); }

/** Remembers the task of a job. */
static void note_task(const void *allocated) {
    const struct job *job = allocated;
    if ((job->flags & KIND) == KIND_OF_TASK) task_sight_note(job, job->id);
}

/** Where the suite's code goes on: after the runtime's functions that it has called. */
static void *site_of(void *resume, const struct context *context) {
    for (int depth = 0; depth < DEPTH && is_runtime(resume) && is_context(context); depth += 1)
        (resume = context->resume, context = context->caller);
    return resume;
}

static struct task_about describe(const struct task_piece *piece) {
    if (piece->place == TASK_ON_QUEUE) return task_queues_describe(piece);
    /* A timer with a tolerance wakes by something else than a job. */
    if (piece->run == timer_handler) return (struct task_about){.job = (uintptr_t)piece->job};
    const struct job *job = piece->job;
    int yields = (job->flags & KIND) == KIND_OF_CONTINUATION;
    if (yields) job = ((const struct continuation_job *)job)->continued;
    /* Work of an actor is known by its address, which other work may have later. */
    if ((job->flags & KIND) != KIND_OF_TASK) return (struct task_about){.job = (uintptr_t)job};
    /* A task's address may be used again as well; its number is not. */
    struct task_about about = {.job = (uint64_t)1 << 63 | job->id, .kind = TASK_IS_TASK, .yields = yields};
    if (piece->place == TASK_HOPPING) {
        const struct task_switch *wanted = &((const struct hop *)job->context)->wanted;
        about.resume = site_of(wanted->resume, wanted->context);
        about.origin = origin_of(wanted->resume, wanted->context);
    } else {
        about.resume = site_of(job->resume, job->context);
        about.origin = origin_of(job->resume, job->context);
        about.entry = entry_of(job);
    }
    return about;
}

static int is_in_other_task(void *job) {
    void *task = current_task();
    return task != NULL && task != job;
}

/* Functions of Swift's asynchronous convention, which no C compiler but clang knows: the context comes in a register that is
 * preserved elsewhere, and the function jumps to the next. So these four instructions' worth are written out: each saves what it
 * got, asks the C function below it what to do instead, and jumps to the runtime's function with that. */
void task_slots_switch(void) __attribute__((visibility("hidden")));
void task_slots_land(void) __attribute__((visibility("hidden")));

#if defined(__x86_64__)
#define HAS_TRAMPOLINES 1
#define TRAMPOLINE(name, function)                                                                                          \
    __asm__(".pushsection .text\n.p2align 4\n.globl " #name "\n.hidden " #name "\n.type " #name ", @function\n" #name ":\n"              \
            "subq $40, %rsp\n"                                                                                              \
            "movq %r14, (%rsp)\nmovq %rdi, 8(%rsp)\nmovq %rsi, 16(%rsp)\nmovq %rdx, 24(%rsp)\n"                             \
            "movq %rsp, %rdi\n"                                                                                             \
            "callq " #function "\n"                                                                                         \
            "movq (%rsp), %r14\nmovq 8(%rsp), %rdi\nmovq 16(%rsp), %rsi\nmovq 24(%rsp), %rdx\n"                             \
            "addq $40, %rsp\n"                                                                                              \
            "jmpq *task_slots_real_switch(%rip)\n"                                                                          \
            ".size " #name ", . - " #name "\n.popsection\n")
#elif defined(__aarch64__)
#define HAS_TRAMPOLINES 1
#define TRAMPOLINE(name, function)                                                                                          \
    __asm__(".pushsection .text\n.p2align 4\n.globl " #name "\n.hidden " #name "\n.type " #name ", %function\n" #name ":\n"              \
            "sub sp, sp, #48\n"                                                                                             \
            "stp x22, x0, [sp]\nstp x1, x2, [sp, #16]\nstp x29, x30, [sp, #32]\n"                                           \
            "mov x0, sp\n"                                                                                                  \
            "bl " #function "\n"                                                                                            \
            "ldp x22, x0, [sp]\nldp x1, x2, [sp, #16]\nldp x29, x30, [sp, #32]\n"                                           \
            "add sp, sp, #48\n"                                                                                             \
            "adrp x16, task_slots_real_switch\nldr x16, [x16, :lo12:task_slots_real_switch]\n"                              \
            "br x16\n"                                                                                                      \
            ".size " #name ", . - " #name "\n.popsection\n")
#else
#define HAS_TRAMPOLINES 0
#endif

#if HAS_TRAMPOLINES
void task_slots_decide(struct task_switch *given) __attribute__((visibility("hidden"), used));
void task_slots_go_on(struct task_switch *given) __attribute__((visibility("hidden"), used));

TRAMPOLINE(task_slots_switch, task_slots_decide);
TRAMPOLINE(task_slots_land, task_slots_go_on);

/** In a task that changes its executor: where others could go on first, has it go to the main executor, whose enqueuing is caught
 *  above. The runtime's public functions have no other way to suspend a task. */
void task_slots_decide(struct task_switch *given) {
    if (!is_scheduled() || !task_turns_has_others()) return;
    struct executor to_main = main_executor();
    /* To the main executor it goes by a queue anyway, and where it is already, it stays. */
    if (given->executor.identity == to_main.identity || given->executor.identity == current_executor().identity) return;
    struct hop *hop = malloc(sizeof *hop);
    if (hop == NULL) return;
    *hop = (struct hop){given->context, given->resume, *given};
    hopping = current_task();
    *given = (struct task_switch){hop, (void *)(uintptr_t)&task_slots_land, to_main};
}

/** In a task whose turn has come: switches to the executor that the task asked for. */
void task_slots_go_on(struct task_switch *given) {
    struct hop *hop = given->context;
    *given = hop->wanted;
    free(hop);
}
#endif

/* Imports */

#define REPLACED(name) {#name, (void *)(uintptr_t)&our_##name, (void **)&real_##name}

/** The functions that the runtime imports. */
static const import_slot runtime_imports[] = {
    REPLACED(dispatch_async_f),
    REPLACED(dispatch_after_f),
    REPLACED(dispatch_source_set_event_handler_f),
};

/** Whether an image is libdispatch, which looks after its threads by timers of its own. */
static int is_dispatch(const struct link_map *image) {
    const char *name = strrchr(image->l_name, '/');
    return strcmp(name != NULL ? name + 1 : image->l_name, "libdispatch.so") == 0;
}

#if HAS_TRAMPOLINES

/** The functions that all others import from it. */
static const import_slot hop_imports[] = {
    {"swift_task_switch", (void *)(uintptr_t)&task_slots_switch, &task_slots_real_switch},
};

/** The runtime, once it is found; and whether it is one that can be scheduled. */
static struct link_map *runtime;
static int is_known;

/** A text that an image must have among its constants. */
struct wanted_text {
    const struct link_map *image;
    int is_found;
};

static int find_label(struct dl_phdr_info *image, size_t size, void *argument) {
    (void)size;
    struct wanted_text *wanted = argument;
    if (strcmp(image->dlpi_name, wanted->image->l_name) != 0) return 0;
    for (int index = 0; index < image->dlpi_phnum && !wanted->is_found; index += 1) {
        const ElfW(Phdr) *part = &image->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || (part->p_flags & PF_R) == 0) continue;
        const void *start = (const void *)(image->dlpi_addr + part->p_vaddr);
        wanted->is_found = memmem(start, part->p_filesz, global_label, sizeof global_label) != NULL;
    }
    for (int index = 0; index < image->dlpi_phnum; index += 1) {
        const ElfW(Phdr) *part = &image->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
        runtime_start = image->dlpi_addr + part->p_vaddr;
        runtime_end = runtime_start + part->p_memsz;
    }
    return 1;
}

/** Finds the runtime's functions; returns whether it has all that this file knows it by. */
static int find_runtime(void *library) {
    *(void **)&job_run = dlsym(library, "swift_job_run");
    *(void **)&main_executor = dlsym(library, "swift_task_getMainExecutor");
    *(void **)&current_executor = dlsym(library, "swift_task_getCurrentExecutor");
    *(void **)&current_task = dlsym(library, "swift_task_getCurrent");
    *(void **)&queue_label = dlsym(library, "dispatch_queue_get_label");
    import_slots_look_up(library, runtime_imports, COUNT(runtime_imports));
    import_slots_look_up(library, hop_imports, COUNT(hop_imports));
    task_queues_look_up(library);
    void *(*global_queue)(intptr_t, uintptr_t);
    *(void **)&global_queue = dlsym(library, "dispatch_get_global_queue");
    void *main_queue = dlsym(library, "_dispatch_main_q");
    if (!job_run || !main_executor || !current_executor || !current_task || !queue_label || !global_queue || !main_queue)
        return 0;
    struct wanted_text label = {runtime, 0};
    dl_iterate_phdr(find_label, &label);
    if (!label.is_found || !task_slots_real_switch) return 0;
    if (import_slots_replace(runtime, runtime_imports, COUNT(runtime_imports)) < (int)COUNT(runtime_imports)) return 0;
    /* 2 is DISPATCH_QUEUE_OVERCOMMIT: its work waits for no other. */
    task_dispatch = (struct task_dispatch){
        real_dispatch_async_f, main_queue, global_queue(0, 2), run_generic, describe, is_in_other_task};
    return 1;
}

task_runtime task_schedule_install(void *library) {
    static struct link_map *last;
    if (runtime == NULL) {
        void *found = worker_open_loaded("libswift_Concurrency.so");
        if (found != NULL && dlinfo(found, RTLD_DI_LINKMAP, &runtime) == 0) is_known = find_runtime(found);
    }
    void *own = dlsym(library, "swift_task_switch");
    if (own == NULL || (is_known && own != task_slots_real_switch)) return TASKS_LINKED_IN;
    if (!is_known) return TASKS_UNKNOWN;
    struct link_map *map = last;
    if (map == NULL && dlinfo(library, RTLD_DI_LINKMAP, &map) == 0)
        while (map->l_prev != NULL) map = map->l_prev;
    for (; map != NULL; map = map->l_next) {
        if (map != runtime) import_slots_replace(map, hop_imports, COUNT(hop_imports));
        if (!is_dispatch(map)) task_queues_watch(map, map == runtime);
        last = map;
    }
    return TASKS_SCHEDULED;
}

#else

task_runtime task_schedule_install(void *library) {
    (void)library;
    return TASKS_UNKNOWN;
}

#endif
