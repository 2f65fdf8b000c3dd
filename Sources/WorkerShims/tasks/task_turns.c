/* SPDX-License-Identifier: MIT
 * Rule 72.
 *
 * Decides whose turn it is.
 *
 * One piece of a task runs at a time: it has the turn, until its function returns. Then the generator picks the next among those that
 * are ready. The piece that has the turn makes others ready in the same order each time, and so the seed decides everything. Anything
 * else that makes pieces ready (a queue of Dispatch, a thread, a timer) does so at a time of its own: these wait until no other is
 * ready, which usually makes their position repeatable, and they are counted.
 *
 * The main thread has the turn at first: it runs the body of a test, which may start tasks. It gives the turn away when it serves the
 * main queue, which a piece of work there (`pass_on`) shows. Pieces for the main thread go by that queue as well. No thread is kept for
 * this: libdispatch's threads run the pieces, as they would otherwise. A block that the turn submits to a queue of the system is a piece as well.
 *
 * A piece that keeps its thread and does not go on (a semaphore, a lock, a loop) would stop all: a watcher, a thread of its own, then
 * gives the turn to another. */
#define _GNU_SOURCE
#include "task_turns.h"

#include "WorkerShims/system.h"
#include "WorkerShims/tasks.h"
#include "standing_threads.h"
#include "task_plan.h"
#include "task_sight.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/** Among how many, the oldest first, the next is picked: a group finds a child that ends among all that are older (see
 *  docs/design/interleavings.md). */
#define WINDOW 256
/** The most turns for which others have to wait for pieces that are always ready: a loop round Task.yield() is. */
#define PATIENCE 1000
/** The time between two looks of the watcher, in nanoseconds. */
#define TICK 10000000
/** A piece that sleeps at so many looks in a row does not go on. */
#define LOOKS_ASLEEP 5
/** Nor does one that sleeps at half of so many looks: a loop that waits sleeps now and then. */
#define LOOKS_AT_ALL 20
/** Nor does one that uses so much time of a processor, in nanoseconds. */
#define LONGEST 200000000
/** For how many looks the watcher stays awake after a schedule. */
#define LINGER 100
/** After how many looks without anything it is asked, and then again, whether anything can go on at all. */
#define LOOKS_QUIET 50
/** The longest delay of a timer, in nanoseconds. */
#define GRACE 1000000000
/** The most tasks that may stop in the midst of a piece: each has a thread that waits. */
#define PAUSE_LIMIT 32

struct task_dispatch task_dispatch;

/** The one that has the turn. */
enum holder {
    NOBODY,
    /** A piece of a task: `current`. */
    A_PIECE,
    /** The main thread, outside of all tasks. */
    THE_BODY,
};

/** Guards all that follows. Taken on any thread; never while a piece runs. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/** The watcher waits on it when nothing is scheduled. */
static pthread_cond_t begun = PTHREAD_COND_INITIALIZER;
/** Whether tasks are scheduled. Written with the lock; read without it to be quick where they are not. */
static int is_on;
/** The number of schedules so far. Written with the lock, read on any thread. */
static uint64_t session;
/** The number of the turn. No number comes twice: a thread that finds another one has lost the turn. */
static uint64_t turn;
static enum holder holder;
/** The piece that has the turn, and the thread that it runs on; 0 before it has begun. */
static struct task_piece current;
static pid_t thread;
/** Pieces that can be picked; pieces that wait until none can; and pieces of the main thread's body, until that serves its queue. */
static struct pieces ready, waiting, held;
/** For how many turns some have been waiting. */
static int waited;
/** The state of the generator. */
static uint64_t generator;
/** The number of pieces that were ready so far. */
static uint64_t ready_count;
/** Whether the main queue has work that passes the turn on. */
static int is_passing;
/** Counts whatever happens: the watcher compares it. */
static uint64_t progress;
static task_schedule_summary summary;
/** The main thread, and the process that has the watcher. Written on the main thread. */
static pthread_t main_thread;
static pid_t watched_process;
/** Whether the watcher waits for a schedule. */
static int is_watcher_waiting;
/** Where the watcher says that nothing can go on; NULL for nowhere. Written on the main thread. */
static uint32_t *standstill;
/** The function that is called when nothing has happened for a while. Written on the main thread. */
static void (*on_quiet)(void *context, int is_standing);
static void *quiet_context;
/** Up to when a timer may wake something. Written on any thread. */
static uint64_t timers_until;

/** The number of tasks that have stopped in the midst of a piece. */
static int paused;
/** Whether blocks are the system's for the rest of the schedule: something waited for one, or one for something. */
static int leaves_blocks;

/** The turn that the calling thread has or had; 0 for none. */
static _Thread_local uint64_t own_turn;

/** A stop in the midst of a piece, on the stack of the thread that waits there. */
struct stop {
    pthread_cond_t over;
    /** The piece, as it was begun, and its thread. */
    struct task_piece piece;
    pid_t thread;
    /** The turn in which the task goes on; 0 outside of all turns. */
    uint64_t turn;
    int is_over;
};

/* The pieces */

/** Adds a piece. Returns 0 where there is no memory for it. */
static int push(struct pieces *pieces, struct task_piece piece) {
    if (pieces->count == pieces->capacity) {
        size_t capacity = pieces->capacity == 0 ? 64 : pieces->capacity * 2;
        struct task_piece *places = malloc(capacity * sizeof *places);
        if (places == NULL) return 0;
        for (size_t index = 0; index < pieces->count; index += 1)
            places[index] = pieces->places[(pieces->first + index) % pieces->capacity];
        free(pieces->places);
        *pieces = (struct pieces){places, capacity, 0, pieces->count};
    }
    pieces->places[(pieces->first + pieces->count) % pieces->capacity] = piece;
    pieces->count += 1;
    return 1;
}

/** Removes and returns a piece; the first piece moves to its place. */
static struct task_piece take(struct pieces *pieces, size_t index) {
    size_t place = (pieces->first + index) % pieces->capacity;
    struct task_piece taken = pieces->places[place];
    pieces->places[place] = pieces->places[pieces->first];
    pieces->first = (pieces->first + 1) % pieces->capacity;
    pieces->count -= 1;
    return taken;
}

static void run_hop(void *job) { task_dispatch.run_generic(job); }

/** Has a thread go on that stopped in the midst of a piece. */
static void end_stop(struct stop *stop, uint64_t given) {
    (stop->turn = given, stop->is_over = 1, paused -= 1);
    pthread_cond_signal(&stop->over);
}

/** Leaves a piece to the system. */
static void leave_to_system(struct task_piece piece) {
    if (piece.place == TASK_PAUSED) end_stop(piece.job, 0);
    else if (piece.place == TASK_HOPPING) task_dispatch.submit(task_dispatch.thread_queue, piece.job, run_hop);
    else task_dispatch.submit(piece.queue, piece.job, piece.run);
}

/** Leaves all pieces to the system. */
static void leave_all(struct pieces *pieces) {
    while (pieces->count > 0) leave_to_system(take(pieces, 0));
}

/** Adds a piece to those that can be picked. */
static void make_ready(struct task_piece piece) {
    piece.number = ready_count++;
    if (task_plan_is_on()) task_plan_admit(piece.task);
    if (!push(&ready, piece)) leave_to_system(piece);
}

/** Adds all that wait to those that can be picked. */
static void admit(struct pieces *pieces) {
    while (pieces->count > 0) make_ready(take(pieces, 0));
    waited = 0;
}

/* The turn */

/** The next number of the stream: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
static uint64_t next_random(void) {
    uint64_t word = generator += 0x9e3779b97f4a7c15;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
}

/** Picks the piece that is next. Returns 0 if there is none. */
static int pick(struct task_piece *picked) {
    waited += waiting.count > 0;
    if (ready.count == 0 || waited > PATIENCE) admit(&waiting);
    if (ready.count == 0) return 0;
    size_t count = ready.count < WINDOW ? ready.count : WINDOW;
    size_t index = task_plan_is_on() ? task_plan_pick(&ready, count, next_random) : count > 1 ? next_random() % count : 0;
    const uint64_t prime = 0x100000001b3;
    summary.steps += 1;
    summary.choices += count > 1;
    summary.trace = (summary.trace ^ ready.count) * prime;
    *picked = take(&ready, index);
    summary.trace = ((summary.trace ^ picked->number) * prime ^ picked->place) * prime;
    progress += 1;
    return 1;
}

static void serve(void *argument);
static void serve_on_main(void *argument);

/** Gives the turn to a piece, on a thread that libdispatch has for it. */
static void hand(struct task_piece piece) {
    turn += 1;
    if (piece.place == TASK_PAUSED) {
        struct stop *stop = piece.job;
        (holder = A_PIECE, current = stop->piece, thread = stop->thread);
        end_stop(stop, turn);
        return;
    }
    (holder = A_PIECE, current = piece, thread = 0);
    int is_main = piece.place == TASK_ON_MAIN;
    void *queue = is_main ? task_dispatch.main_queue : piece.place == TASK_ON_QUEUE ? piece.queue : task_dispatch.thread_queue;
    task_dispatch.submit(queue, (void *)(uintptr_t)turn, is_main ? serve_on_main : serve);
}

/** Picks a piece, if no task has the turn. */
static void go_on(void) {
    struct task_piece piece;
    if (pick(&piece)) hand(piece);
    else holder = NOBODY;
}

/** Whether a thread that got a turn has it. */
static int has(uint64_t given) { return is_on && turn == given && holder == A_PIECE; }

/** Begins the piece whose turn it is, on the calling thread; returns 0 if the turn was taken away. */
static int begin_piece(uint64_t given, struct task_piece *piece) {
    pthread_mutex_lock(&lock);
    int is_mine = has(given) && thread == 0;
    if (is_mine) {
        thread = (pid_t)syscall(SYS_gettid);
        progress += 1;
        *piece = current;
        own_turn = given;
    }
    pthread_mutex_unlock(&lock);
    return is_mine;
}

/** On one of libdispatch's threads: runs pieces as long as each next one may run there. */
static void serve(void *argument) {
    uint64_t given = (uintptr_t)argument;
    struct task_piece piece;
    if (!begin_piece(given, &piece)) return;
    while (1) {
        if (piece.place == TASK_HOPPING) run_hop(piece.job);
        else piece.run(piece.job);
        pthread_mutex_lock(&lock);
        progress += 1;
        /* It is another one where the piece has stopped in between. */
        given = own_turn;
        if (given == 0 || !has(given)) break;
        if (!pick(&piece)) {
            holder = NOBODY;
            break;
        }
        if (piece.place != TASK_ANYWHERE && piece.place != TASK_HOPPING) {
            hand(piece);
            break;
        }
        current = piece;
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_unlock(&lock);
    own_turn = 0;
}

/** On the main thread, which serves the main queue: the body has the turn no longer, and what it has started can be picked. */
static void pass_on(void *argument) {
    pthread_mutex_lock(&lock);
    if (is_on && session == (uintptr_t)argument) {
        is_passing = 0;
        progress += 1;
        while (held.count > 0) {
            struct task_piece piece = take(&held, 0);
            if (!push(&waiting, piece)) leave_to_system(piece);
        }
        if (holder == THE_BODY) holder = NOBODY;
        if (holder == NOBODY) go_on();
    }
    pthread_mutex_unlock(&lock);
}

/** Has the turn passed on when the main thread serves the main queue the next time. */
static void await_main_queue(void) {
    if (is_passing) return;
    is_passing = 1;
    task_dispatch.submit(task_dispatch.main_queue, (void *)(uintptr_t)session, pass_on);
}

/** On the main thread: runs a piece. After it the body has the turn, since it may have waited for just that piece. */
static void serve_on_main(void *argument) {
    uint64_t given = (uintptr_t)argument;
    struct task_piece piece;
    if (!begin_piece(given, &piece)) return;
    piece.run(piece.job);
    own_turn = 0;
    pthread_mutex_lock(&lock);
    progress += 1;
    if (has(given)) {
        turn += 1;
        holder = ready.count + waiting.count > 0 ? THE_BODY : NOBODY;
        if (holder == THE_BODY) await_main_queue();
    }
    pthread_mutex_unlock(&lock);
}

/** In the midst of a piece that has made another one ready: lets others go first, if the plan picks those. */
static void stop_here(void) {
    struct stop stop = {.piece = current, .thread = thread};
    if (pthread_cond_init(&stop.over, NULL) != 0) return;
    struct task_piece piece = {.place = TASK_PAUSED, .task = current.task, .job = &stop};
    paused += 1;
    task_plan_pause(current.task);
    make_ready(piece);
    if (pick(&piece)) hand(piece);
    while (!stop.is_over) pthread_cond_wait(&stop.over, &lock);
    pthread_cond_destroy(&stop.over);
    own_turn = stop.turn;
    progress += 1;
}

/** The task that made a piece ready. */
static uint32_t maker(enum task_source source, int is_body) {
    if (source == FROM_THREAD && own_turn != 0 && has(own_turn)) return current.task;
    return source == FROM_THREAD && is_body ? TASK_OF_BODY : TASK_OF_OUTSIDE;
}

int task_turns_are_on(void) { return __atomic_load_n(&is_on, __ATOMIC_ACQUIRE); }

uint64_t task_turns_session(void) { return __atomic_load_n(&session, __ATOMIC_ACQUIRE); }

void task_turns_add(struct task_piece piece, enum task_source source) {
    pthread_mutex_lock(&lock);
    progress += 1;
    int is_body = pthread_equal(pthread_self(), main_thread) && own_turn == 0;
    if (is_on && task_plan_is_on()) {
        struct task_about about = task_dispatch.describe(&piece);
        piece.task = task_plan_note(&about, maker(source, is_body));
        if (source == FROM_THREAD && is_body && holder == THE_BODY) task_plan_note_turn(TASK_OF_BODY);
    }
    if (!is_on) {
        leave_to_system(piece);
    } else if (source == FROM_THREAD && own_turn != 0 && has(own_turn)) {
        make_ready(piece);
        int may_stop = task_plan_preempts() && paused < PAUSE_LIMIT && !pthread_equal(pthread_self(), main_thread);
        if (may_stop && task_dispatch.is_in_other_task(piece.job)) stop_here();
    } else if (source == FROM_THREAD && is_body && holder == THE_BODY) {
        make_ready(piece);
        await_main_queue();
    } else if (source == FROM_THREAD && is_body) {
        if (!push(&held, piece)) leave_to_system(piece);
        await_main_queue();
    } else {
        if (source == FROM_CLOCK) summary.clock += 1;
        else summary.outside += 1;
        if (!push(&waiting, piece)) leave_to_system(piece);
        if (holder == NOBODY) go_on();
        else if (holder == THE_BODY) await_main_queue();
    }
    pthread_mutex_unlock(&lock);
}

int task_turns_has_others(void) {
    if (own_turn == 0 || pthread_equal(pthread_self(), main_thread)) return 0;
    pthread_mutex_lock(&lock);
    int has_others = has(own_turn) && ready.count + waiting.count > 0;
    pthread_mutex_unlock(&lock);
    return has_others;
}

int task_turns_take_blocks(void) {
    if (own_turn == 0) return 0;
    pthread_mutex_lock(&lock);
    int takes = has(own_turn) && !leaves_blocks;
    pthread_mutex_unlock(&lock);
    return takes;
}

/* The watcher */

/** The watcher's knowledge of a thread that does not go on. */
struct stand {
    uint64_t progress;
    int looks, asleep, asleep_in_a_row;
    uint64_t used;
};

/** The time that a thread of this process has used a processor for, in nanoseconds: 0 if there is no such thread. */
static uint64_t time_used(pid_t id) {
    struct timespec time;
    /* The kernel's number of a thread's clock, which glibc makes of a pthread_t alone. */
    if (clock_gettime((clockid_t)(~(unsigned)id << 3 | 6), &time) != 0) return 0;
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/** Whether a thread sleeps. */
static int sleeps(pid_t id) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)id);
    if (worker_read_file(path, text, sizeof text) <= 0) return 0;
    const char *end = strrchr(text, ')');
    return end != NULL && end[1] == ' ' && end[2] == 'S';
}

/** Looks at a thread; returns whether it does not go on. A thread that only waits for a processor neither sleeps nor uses one. */
static int stands(struct stand *stand, pid_t id) {
    uint64_t used = time_used(id);
    if (stand->looks++ == 0) stand->used = used;
    int is_asleep = sleeps(id);
    stand->asleep += is_asleep;
    stand->asleep_in_a_row = is_asleep ? stand->asleep_in_a_row + 1 : 0;
    return stand->asleep_in_a_row >= LOOKS_ASLEEP || used - stand->used >= LONGEST ||
           (stand->looks >= LOOKS_AT_ALL && stand->asleep * 2 >= stand->looks);
}

/** Leaves the blocks among some pieces to the system. */
static void leave_blocks_of(struct pieces *pieces) {
    size_t index = 0;
    /* The piece that takes the place of a taken one was looked at before. */
    while (index < pieces->count) {
        if (task_piece_at(pieces, index)->place == TASK_ON_QUEUE) leave_to_system(take(pieces, index));
        else index += 1;
    }
}

/** Gives the turn of one that does not go on to another. Where blocks are about, they may be what it waits for, or they wait for each
 *  other: one such wait is enough. */
static void take_turn_away(void) {
    summary.handed_over += 1;
    leaves_blocks = 1;
    leave_blocks_of(&ready);
    leave_blocks_of(&waiting);
    /* Its thread may come late: the main thread, for example, sleeps elsewhere. */
    if (holder == A_PIECE && thread == 0) leave_to_system(current);
    turn += 1;
    go_on();
}

/** Looks once whether a thread keeps others from going on. */
static void look(struct stand *turns, struct stand *body) {
    if (held.count == 0) *body = (struct stand){0};
    else if (stands(body, getpid())) {
        /* The main thread has started tasks and waits for them elsewhere than in its loop. */
        summary.handed_over += 1;
        admit(&held);
        if (holder == NOBODY) go_on();
    }
    if (turns->progress != progress) *turns = (struct stand){.progress = progress};
    if (holder == NOBODY || ready.count + waiting.count == 0) return;
    int is_main = holder == THE_BODY || current.place == TASK_ON_MAIN;
    if (!is_main && thread == 0) {
        /* The queues of the system may have no thread left for a block. */
        if (current.place == TASK_ON_QUEUE && ++turns->looks >= LOOKS_AT_ALL) take_turn_away();
        return;
    }
    if (stands(turns, is_main ? getpid() : thread)) take_turn_away();
}

void task_turns_note_timer(uint64_t until) {
    uint64_t last = __atomic_load_n(&timers_until, __ATOMIC_RELAXED);
    while (until > last &&
           !__atomic_compare_exchange_n(&timers_until, &last, until, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

/** The watcher's knowledge of a schedule in which nothing happens. */
struct quiet {
    uint64_t progress;
    int looks;
    /** The state of the threads at the last look; 0 if some could go on. */
    uint64_t stood;
};

/** Looks now and then whether anything can go on, where nothing has for a while. Without the lock: a thread that waited for it would
 *  seem to wait for ever. */
static void look_for_standstill(struct quiet *quiet) {
    pthread_mutex_lock(&lock);
    int is_quiet = is_on && quiet->progress == progress && ready.count + waiting.count + held.count == 0;
    if (!is_quiet) *quiet = (struct quiet){.progress = progress};
    pthread_mutex_unlock(&lock);
    if (!is_quiet || ++quiet->looks % LOOKS_QUIET != 0) return;
    /* Ever more seldom: each report replaces the one before. */
    int time = quiet->looks / LOOKS_QUIET;
    if ((time & (time - 1)) == 0 && on_quiet != NULL) on_quiet(quiet_context, 0);
    uint64_t timers = __atomic_load_n(&timers_until, __ATOMIC_RELAXED);
    uint64_t stood = timers == UINT64_MAX || worker_now() < timers + GRACE ? 0 : threads_standing();
    if (stood != 0 && stood == quiet->stood && standstill != NULL) {
        /* The reader of the place ends this process. */
        if (on_quiet != NULL) on_quiet(quiet_context, 1);
        __atomic_store_n(standstill, 1, __ATOMIC_RELEASE);
    }
    quiet->stood = stood;
}

static void *watch(void *unused) {
    (void)unused;
    /* As libdispatch's threads do: the search for leaks knows them by that (process_threads.c), and this one stays as well. */
    static const int passed[] = {SIGILL, SIGTRAP, SIGFPE, SIGBUS, SIGSEGV, SIGSYS, SIGPROF, SIGPIPE};
    sigset_t mask;
    sigemptyset(&mask);
    for (size_t index = 0; index < sizeof passed / sizeof *passed; index += 1) sigaddset(&mask, passed[index]);
    pthread_sigmask(SIG_UNBLOCK, &mask, NULL);
    struct stand turns = {0}, body = {0};
    struct quiet quiet = {0};
    int idle = 0;
    while (1) {
        nanosleep(&(struct timespec){0, TICK}, NULL);
        look_for_standstill(&quiet);
        pthread_mutex_lock(&lock);
        if (is_on) {
            idle = 0;
            look(&turns, &body);
        } else if (++idle > LINGER) {
            is_watcher_waiting = 1;
            while (!is_on) pthread_cond_wait(&begun, &lock);
            is_watcher_waiting = 0;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

/** Starts the watcher in this process, if it has none. Returns 0 if there is no thread for it. */
static int start_watcher(void) {
    if (watched_process == getpid()) return 1;
    /* A process that was forked has the memory of a watcher and no such thread, which may have had the lock. */
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&begun, NULL);
    is_watcher_waiting = 0;
    /* No signal of the suite's comes to it. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t watcher;
    int error = pthread_create(&watcher, NULL, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) return 0;
    pthread_detach(watcher);
    watched_process = getpid();
    return 1;
}

/** Has the generator and the trace begin; the caller has the lock. */
static void start_trace(uint64_t state) {
    (generator = state, ready_count = 0);
    (summary.steps = 0, summary.choices = 0, summary.trace = 0xcbf29ce484222325);
}

/** Makes the tasks known anew of some pieces. */
static void know_anew(struct pieces *pieces, int are_ready) {
    for (size_t index = 0; index < pieces->count; index += 1) {
        struct task_piece *piece = &pieces->places[(pieces->first + index) % pieces->capacity];
        struct task_about about = task_dispatch.describe(piece->place == TASK_PAUSED ? &((struct stop *)piece->job)->piece : piece);
        piece->task = task_plan_note(&about, TASK_OF_BODY);
        if (are_ready) task_plan_admit(piece->task);
    }
}

void task_schedule_restart(uint64_t state) {
    pthread_mutex_lock(&lock);
    if (is_on) start_trace(state);
    if (is_on && task_plan_is_on()) {
        task_plan_restart(state);
        if (holder == A_PIECE) {
            struct task_about about = task_dispatch.describe(&current);
            current.task = task_plan_note(&about, TASK_OF_BODY);
            task_plan_note_turn(current.task);
        }
        know_anew(&ready, 1);
        know_anew(&waiting, 0);
        know_anew(&held, 0);
    }
    pthread_mutex_unlock(&lock);
}

void task_schedule_begin(uint64_t state, const task_plan *plan) {
    if (task_dispatch.submit == NULL || !start_watcher()) return;
    pthread_mutex_lock(&lock);
    main_thread = pthread_self();
    own_turn = 0;
    __atomic_store_n(&session, session + 1, __ATOMIC_RELEASE);
    turn += 1;
    (holder = THE_BODY, thread = 0, is_passing = 0, waited = 0, paused = 0, leaves_blocks = 0);
    summary = (task_schedule_summary){0};
    task_sight_clear();
    start_trace(state);
    task_plan_begin(plan, state);
    progress += 1;
    __atomic_store_n(&is_on, 1, __ATOMIC_RELEASE);
    if (is_watcher_waiting) pthread_cond_signal(&begun);
    pthread_mutex_unlock(&lock);
}

void task_schedule_report_standstill(uint32_t *place) { standstill = place; }

task_schedule_summary task_schedule_so_far(void) {
    pthread_mutex_lock(&lock);
    task_schedule_summary result = is_on ? summary : (task_schedule_summary){0};
    pthread_mutex_unlock(&lock);
    return result;
}

void task_schedule_on_quiet(void (*function)(void *context, int is_standing), void *context) {
    pthread_mutex_lock(&lock);
    (on_quiet = function, quiet_context = context);
    pthread_mutex_unlock(&lock);
}

task_schedule_summary task_schedule_end(void) {
    pthread_mutex_lock(&lock);
    task_schedule_summary result = {0};
    if (is_on) {
        __atomic_store_n(&is_on, 0, __ATOMIC_RELEASE);
        result = summary;
        if (holder == A_PIECE && thread == 0) leave_to_system(current);
        leave_all(&ready);
        leave_all(&waiting);
        leave_all(&held);
    }
    pthread_mutex_unlock(&lock);
    return result;
}
