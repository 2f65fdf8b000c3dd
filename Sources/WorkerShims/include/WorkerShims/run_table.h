/* SPDX-License-Identifier: MIT
 * The memory that the host shares with its workers: the plan and its results. It outlives any worker,
 * so whatever ends one, the table still states what it was running, and where.
 *
 * One mapping for all has the plan, the results as the host believes them, and what all workers write. Each worker has pages of its
 * own, which no other worker has: its record, the trace of its crash, and its results of units and slots, by the plan's indices.
 * A field has one writer, named at its side. Where another process reads it while it may change, both go through
 * the table_load and table_store functions; all other fields are written before a reader is sent to look.
 */
#ifndef RUN_TABLE_H
#define RUN_TABLE_H

#include <stdint.h>

/** No slot, unit or bundle. */
#define TABLE_NONE UINT32_MAX
/** The longest path that a worker's last known place keeps, with its zero byte; a longer one loses its front. */
#define TABLE_PATH_MAX 512
/** The longest text that a worker's running case keeps for its end, with its zero byte. */
#define TABLE_NOTE_MAX 512

/** A number that is not written by chance. */
#define TABLE_MARK 0x6b72616du

/** The stages of a worker that are written here; the others, and the states of slots and units, are WorkerStage's and SlotState's. */
enum worker_stage {
    /** All done: exit handlers and destructors. */
    WORKER_EXITING = 7,
    /** Earlier tests left the process unfit to open another bundle: the next worker takes the unit. */
    WORKER_RETIRED = 10,
    /** As WORKER_EXITING, and all exit handlers and destructors of the bundles have returned. */
    WORKER_GONE = 11
};

/** The number of threads' origins that are kept: those of the last threads. */
#define TABLE_ORIGINS 32

/** The origin of a thread: the stage of its worker when it was started. Written by the thread itself, and overwritten by one that is
 *  started 32 threads later, while the host may read it; so the number is cleared before the fields are written, and stored after them. */
typedef struct thread_origin {
    /** The thread's number in the kernel; 0 where none is. Stored last. */
    uint32_t thread;
    /** A WorkerStage, and what goes with that; as in the record. */
    uint32_t stage;
    uint32_t bundle;
    uint32_t unit;
    uint32_t slot;
    /** 1 if libdispatch started it, for work of any origin. */
    uint32_t is_pool;
} thread_origin;

/** One worker's place. Written by the worker, on any of its threads; read by the host. */
typedef struct worker_record {
    /** A WorkerStage. */
    uint32_t stage;
    /** Which bundle was loaded last, or registers; TABLE_NONE if there was none. */
    uint32_t bundle;
    /** While reading examples: of which case of the bundle, as testkit_bundle.example_count takes it. */
    uint32_t example_class;
    uint32_t example_owner;
    uint32_t example_case;
    /** While running: which unit and slot, or TABLE_NONE. */
    uint32_t unit;
    uint32_t slot;
    /** The part of the class's life that runs: a testkit_phase. */
    uint32_t phase;
    /** The process that runs what is under way: the worker, or a child of it under --isolation class or case. */
    uint32_t process;
    /** The last known place: line 0 is none. */
    uint32_t line;
    /** When the stage began: nanoseconds of CLOCK_MONOTONIC. */
    uint64_t since;
    /** Where in the capture file the output of what is running begins. */
    uint64_t output_from;
    /** The activity in whose work its process has ended, where that is known and not the main thread's; 0 otherwise. */
    uint64_t ended_in;
    /** The number of messages that could not be sent. */
    uint32_t lost_messages;
    /** The errno of the last of them. */
    int32_t lost_error;
    /** 1 when a process that shares the worker's memory returned into the worker's own code, and ended both. Written by that
     *  process. */
    uint32_t is_divided;
    /** 1 when what tests printed could not be written. */
    uint32_t has_lost_output;
    /** 1 when nothing in its process can go on, while the seed decides which task runs next: each thread waits for another. */
    uint32_t is_standing;
    char file[TABLE_PATH_MAX];
    /** The text that is reported if the process ends in the running case; empty for nothing. */
    char note[TABLE_NOTE_MAX];
    /** The number of threads that were started; the next one's place is that modulo the number of places. */
    uint32_t origin_count;
    thread_origin origins[TABLE_ORIGINS];
} worker_record;

/** The part of a worker's record for other workers. Written by the worker; all workers can write all of them, so they decide only how
 *  long a case that measures waits. Each has a cache line of its own. */
typedef struct worker_presence {
    /** As in the record. */
    uint32_t stage;
    uint32_t process;
    /** 1 while its case waits to measure, which disturbs no case that measures. */
    uint32_t is_paused;
    uint32_t reserved[13];
} worker_presence;

/** One class in the plan. Written by the host; workers cannot write it. All but `worker` and `is_spent` is there before a worker may
 *  look. */
typedef struct plan_unit {
    uint32_t bundle;
    uint32_t class_index;
    uint32_t first_slot;
    uint32_t slot_count;
    int32_t run_group;
    /** 1 if it needs a process in which nothing has run. */
    uint32_t is_fresh;
    /** The time limit for its set-up, and for its tear-down, in nanoseconds. */
    uint64_t limit;
    /** 1 if each of its cases has a process of its own, which it is declared to end. */
    uint32_t is_apart;
    /** 1 if it is a slice of a class that may be divided: a worker that has the next slice goes on with the class. */
    uint32_t is_slice;
    /** Which worker owns it, by index: TABLE_NONE until the host hands it to one, and again when the host takes it back. */
    uint32_t worker;
    /** 1 when nothing of it is left to run: the worker that takes it only notifies observers of its end. */
    uint32_t is_spent;
    /** Results of the class's cases that are not in this plan, such as those of earlier attempts. */
    uint32_t earlier_executed;
    uint32_t earlier_failed;
    uint32_t earlier_unexpected;
    uint32_t earlier_skipped;
    /** 1 if a failure of its set-up or tear-down does not count towards the failure_limit. */
    uint32_t is_uncounted;
} plan_unit;

/** The results of a class. Written by the worker that runs the unit, in its own pages; the host copies them to those of the run,
 *  and writes the consequences of a worker's death there. */
typedef struct run_unit {
    /** A SlotState each. */
    uint32_t begin_state;
    uint32_t end_state;
    /** 1 when nothing more will happen in the unit. */
    uint32_t is_closed;
    /** 1 if the bundle has said that it has observers of the class. */
    uint32_t is_observed;
    /** Nanoseconds of CLOCK_MONOTONIC. */
    uint64_t begin_time;
    uint64_t end_time;
    /** The output of begin_class and end_class, as offsets in the capture file. */
    uint64_t begin_output[2];
    uint64_t end_output[2];
    /** TABLE_MARK, written by the worker when it reaches the unit: another number in a closed one shows that a bundle wrote over it. */
    uint32_t mark;
} run_unit;

/** The longest message that is kept of a loss, with its zero byte; the rest of a longer one is left out. */
#define TABLE_MESSAGE_MAX 512
/** The number of losses that are kept; observers do not receive further ones. */
#define TABLE_LOSSES 1024

/** A case, or a set-up or tear-down, in which a worker died, for observers. Written by the host; workers cannot write it. */
typedef struct lost_activity {
    uint32_t unit;
    /** TABLE_NONE for a set-up or tear-down. */
    uint32_t slot;
    /** A testkit_loss_outcome. */
    uint32_t outcome;
    uint32_t line;
    char file[TABLE_PATH_MAX];
    char message[TABLE_MESSAGE_MAX];
} lost_activity;

/** One case, or one example of one, in the plan. Written by the host before a worker may look; workers cannot write it. */
typedef struct plan_slot {
    uint32_t owner_index;
    uint32_t case_index;
    uint32_t example_index;
    /** The source of the choice which of its tasks runs next: 0 the bundle's setting, 1 the seed, 2 the system. */
    uint8_t tasks;
    /** 1 if it runs at the same time as the others of its unit that say so. */
    uint8_t runs_together;
    /** 1 if what it has started may go on at the end of its process. */
    uint8_t keeps_running;
    /** 1 if its failure does not count towards the failure_limit. */
    uint8_t is_uncounted;
    /** Of an example's name, a hash: its source may give another order than when it was listed. 0 without example. */
    uint64_t example_key;
    /** The time limit, in nanoseconds. */
    uint64_t limit;
} plan_slot;

/** The result of a case or an example. Written as a run_unit. */
typedef struct run_slot {
    /** A SlotState. Stored last: with a final one, all else of the slot is final. */
    uint32_t state;
    /** 1 if it failed, and its first failure was not a failed assertion. */
    uint32_t is_unexpected;
    /** Nanoseconds of CLOCK_MONOTONIC. */
    uint64_t start_time;
    uint64_t end_time;
    /** Offsets in the capture file; equal where nothing was written. */
    uint64_t output_from;
    uint64_t output_to;
} run_slot;

/** The header of the pages that workers only read. Written by the host. */
typedef struct plan_header {
    /** Written before the host says go. */
    uint32_t unit_count;
    uint32_t slot_count;
    /** The number of failed cases, set-ups and tear-downs at which nothing more is started; TABLE_NONE for any number. Written before the
     *  host says go. */
    uint32_t failure_limit;
    /** The number of losses; written after the loss. */
    uint32_t loss_count;
    /** 1 when the host has written the keys of all streams of random numbers, for which a worker asks; the worker sleeps on this word until then. */
    uint32_t has_streams;
    /** When the host last looked at its workers: nanoseconds of CLOCK_MONOTONIC. A worker that finds that it took too long waits
     *  for it, since the host knows of time that does not count. */
    uint64_t looked_at;
} plan_header;

/** The header of the pages that all workers write. */
typedef struct run_table_header {
    /** The number of failures. The worker that ends a failed activity adds to it, or the host after the worker's death. */
    uint32_t failure_count;
    /** 1 when nothing more is to be started, which counts only where there is a failure_limit. Written by the process that counts the
     *  last failure. */
    uint32_t is_stopping;
    /** The process whose case measures: meanwhile, no worker begins another case; 0 for none. Written by that process, or by one that
     *  finds that it has ended. */
    uint32_t measuring;
    /** The number of bundles that are listed in the arena; written by the loading worker. */
    uint32_t listed_count;
    /** The size of the filled part of the arena, in bytes; written by the loading worker. */
    uint64_t arena_used;
} run_table_header;

static inline uint32_t table_load(const uint32_t *field) { return __atomic_load_n(field, __ATOMIC_ACQUIRE); }
static inline void table_store(uint32_t *field, uint32_t value) { __atomic_store_n(field, value, __ATOMIC_RELEASE); }
static inline uint64_t table_load64(const uint64_t *field) { return __atomic_load_n(field, __ATOMIC_ACQUIRE); }
static inline void table_store64(uint64_t *field, uint64_t value) { __atomic_store_n(field, value, __ATOMIC_RELEASE); }
/** Puts `value` where `expected` is; 0 if something else is there. */
static inline int table_exchange(uint32_t *field, uint32_t expected, uint32_t value) {
    return __atomic_compare_exchange_n(field, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
/** Adds one and returns what was there before. */
static inline uint32_t table_take(uint32_t *field) { return __atomic_fetch_add(field, 1, __ATOMIC_ACQ_REL); }

#endif
