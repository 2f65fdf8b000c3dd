/* SPDX-License-Identifier: MIT
 * Rule 72.
 *
 * Distinguishes the tasks of a schedule, picks the next one by a plan, and records the picked ones.
 *
 * A task is known by its maker: the second task that the first one makes is the same in each order in which both come to that, whatever
 * others do. So a choice means the same as long as its two tasks do the same: "after the third turn of this task
 * comes that one". Where a plan has no choice, the last task goes on, or else the one that has waited for longest.
 *
 * All of this is asked for only by a hunt and by a file of choices; tables are made when the first one begins. */
#include "task_plan.h"

#include <stdlib.h>
#include <string.h>

/** The most tasks that are distinguished; all others share the last number. */
#define TASK_LIMIT (1 << 16)
/** The places in the table of jobs: a power of two, and twice as many. */
#define TABLE_SIZE (TASK_LIMIT * 2)
/** The most turns that are recorded. */
#define STEP_LIMIT (1 << 14)
/** The most turns of a task in a row where others could go on: it may wait for them. */
#define PATIENCE 500
/** The number of times that a task may let others go first and keep its priority. */
#define YIELDS 8
/** The most change points of priorities. */
#define CHANGE_LIMIT 8

/** The state of a task, besides its record. */
struct task_state {
    /** The number of tasks that it has made, and of turns that it has had. */
    uint32_t children, turns;
    /** The task that made it ready, and the address at which it goes on. */
    uint32_t maker;
    void *resume;
    /** Whether it can be picked, whether it let the others go first, and whether it stopped in the midst of a piece. */
    uint8_t is_ready, has_yielded, is_paused;
    /** The number of times that it let others go first, since it last lost its priority for that. */
    uint8_t yields;
    /** Whether the record has its first function, and not what the compiler put before that. */
    uint8_t has_origin;
    /** The task with the highest one is picked. */
    int64_t priority;
};

/** The plan with a copy of its choices, and whether there is one. */
static task_plan plan;
static task_choice *choices;
static int is_on;
/** The tables; all are there or none. */
static task_known *known;
static struct task_state *states;
static task_step *steps;
/** The numbers of tasks by their jobs: open addressing; 0 is free. */
static struct place {
    uint64_t job;
    uint32_t task;
} *table;
/** The number of known tasks, and of recorded turns. */
static uint32_t task_count;
static uint64_t step_count;
/** The task that had the turn last, and for how many turns. */
static uint32_t last;
static int in_a_row;
/** The change points, and the lowest priority so far. */
static uint64_t changes[CHANGE_LIMIT];
static int64_t lowest;

/** A word that looks like chance: the output function of SplitMix64. */
static uint64_t mix(uint64_t word) {
    word += 0x9e3779b97f4a7c15;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
}

uint64_t task_key(uint64_t maker, uint32_t ordinal) { return mix(maker ^ mix(ordinal)); }

/** Makes the tables. Returns 0 where there is no memory for them. */
static int make_tables(void) {
    if (known != NULL) return 1;
    known = malloc(TASK_LIMIT * sizeof *known);
    states = malloc(TASK_LIMIT * sizeof *states);
    steps = malloc(STEP_LIMIT * sizeof *steps);
    table = malloc(TABLE_SIZE * sizeof *table);
    if (known != NULL && states != NULL && steps != NULL && table != NULL) return 1;
    (free(known), free(states), free(steps), free(table));
    known = NULL;
    return 0;
}

/** Adds a task that another one made. */
static uint32_t add_task(uint32_t maker, const struct task_about *about) {
    if (task_count >= TASK_LIMIT) return TASK_LIMIT - 1;
    uint32_t ordinal = maker == task_count ? 0 : ++states[maker].children;
    known[task_count] = (task_known){
        .key = task_key(maker == task_count ? 0 : known[maker].key, maker == task_count ? task_count + 1 : ordinal),
        .maker = maker, .ordinal = ordinal, .kind = about != NULL ? about->kind : TASK_IS_WORK,
        .entry = (uintptr_t)(about != NULL ? about->entry : NULL)};
    states[task_count] = (struct task_state){.priority = (int64_t)(mix(known[task_count].key ^ plan.state) >> 2) + 1};
    return task_count++;
}

void task_plan_restart(uint64_t random) {
    if (!is_on) return;
    plan.state = random;
    (task_count = 0, step_count = 0, last = TASK_OF_BODY, in_a_row = 0, lowest = 0);
    memset(table, 0, TABLE_SIZE * sizeof *table);
    add_task(TASK_OF_BODY, NULL);
    add_task(TASK_OF_OUTSIDE, NULL);
    for (uint32_t index = 0; index < CHANGE_LIMIT; index += 1)
        changes[index] = mix(random ^ mix(index)) % (plan.steps > 0 ? plan.steps : 1);
}

void task_plan_begin(const task_plan *wanted, uint64_t random) {
    free(choices);
    choices = NULL;
    is_on = wanted != NULL && make_tables();
    if (!is_on) return;
    plan = *wanted;
    if (plan.choice_count > 0) choices = malloc(plan.choice_count * sizeof *choices);
    if (choices != NULL) memcpy(choices, plan.choices, plan.choice_count * sizeof *choices);
    else plan.choice_count = 0;
    plan.choices = choices;
    task_plan_restart(random);
}

int task_plan_is_on(void) { return is_on; }

int task_plan_preempts(void) { return is_on && plan.preempts; }

/** The number of a job's task. */
static uint32_t find(const struct task_about *about, uint32_t maker) {
    uint64_t place = mix(about->job) % TABLE_SIZE;
    while (table[place].job != 0 && table[place].job != about->job) place = (place + 1) % TABLE_SIZE;
    if (table[place].job == about->job) return table[place].task;
    uint32_t task = add_task(maker, about);
    if (task < TASK_LIMIT - 1) table[place] = (struct place){about->job, task};
    return task;
}

uint32_t task_plan_note(const struct task_about *about, uint32_t maker) {
    uint32_t task = find(about, maker);
    struct task_state *state = &states[task];
    (state->maker = maker, state->resume = about->resume, state->is_paused = 0);
    if (about->origin != NULL && !state->has_origin) (state->has_origin = 1, known[task].entry = (uintptr_t)about->origin);
    state->has_yielded = about->yields != 0;
    /* A task that waits for others in a loop would else be the next again, and again. A task that lets others go first now and then keeps
     * its priority: there are bugs that only show if these others do not go on. */
    if (state->has_yielded && ++state->yields >= YIELDS) (state->yields = 0, state->priority = --lowest - CHANGE_LIMIT);
    return task;
}

void task_plan_admit(uint32_t task) { states[task].is_ready = 1; }

void task_plan_pause(uint32_t task) {
    struct task_state *state = &states[task];
    (state->is_ready = 1, state->is_paused = 1, state->has_yielded = 0, state->maker = task);
}

void task_plan_note_turn(uint32_t task) {
    (last = task, in_a_row = 0);
    states[task].turns += 1;
}

/** The piece that was ready first. */
static size_t oldest(const struct pieces *ready, size_t count) {
    size_t found = 0;
    for (size_t index = 1; index < count; index += 1)
        if (task_piece_at(ready, index)->number < task_piece_at(ready, found)->number) found = index;
    return found;
}

/** The piece of a task; `otherwise` if it has none that is ready. */
static size_t piece_of(const struct pieces *ready, uint32_t task, size_t otherwise) {
    for (size_t index = ready->count; index-- > 0;)
        if (task_piece_at(ready, index)->task == task) return index;
    return otherwise;
}

/** The piece that comes where nothing else is chosen. */
static size_t usual(const struct pieces *ready, size_t count) {
    const struct task_state *state = &states[last];
    int goes_on = last > TASK_OF_OUTSIDE && state->is_ready && !state->has_yielded && in_a_row < PATIENCE;
    size_t first = oldest(ready, count);
    return goes_on ? piece_of(ready, last, first) : first;
}

/** Returns the index of the piece with the highest priority. */
static size_t highest(const struct pieces *ready, size_t count) {
    size_t found = 0;
    for (size_t index = 1; index < count; index += 1)
        if (states[task_piece_at(ready, index)->task].priority > states[task_piece_at(ready, found)->task].priority)
            found = index;
    return found;
}

/** The piece that priorities pick (PCT: Burckhardt and others, ASPLOS 2010): at some turns, the next one loses its priority. */
static size_t by_priorities(const struct pieces *ready, size_t count, uint64_t step) {
    for (uint32_t index = 0; index < plan.changes && index < CHANGE_LIMIT; index += 1)
        if (changes[index] == step) states[task_piece_at(ready, highest(ready, count))->task].priority = -(int64_t)index - 1;
    size_t found = highest(ready, count);
    uint32_t task = task_piece_at(ready, found)->task;
    if (task == last && in_a_row >= PATIENCE) {
        states[task].priority = --lowest - CHANGE_LIMIT;
        found = highest(ready, count);
    }
    return found;
}

/** The piece that the plan's choices name; `otherwise` where they name none. */
static size_t by_choices(const struct pieces *ready, size_t otherwise) {
    size_t low = 0, high = plan.choice_count;
    task_choice wanted = {known[last].key, states[last].turns, 0};
    while (low < high) {
        size_t middle = (low + high) / 2;
        const task_choice *choice = &plan.choices[middle];
        int is_before = choice->last != wanted.last ? choice->last < wanted.last : choice->turn < wanted.turn;
        if (is_before) low = middle + 1;
        else high = middle;
    }
    if (low == plan.choice_count || plan.choices[low].last != wanted.last || plan.choices[low].turn != wanted.turn) return otherwise;
    for (size_t index = 0; index < ready->count; index += 1)
        if (known[task_piece_at(ready, index)->task].key == plan.choices[low].next) return index;
    return otherwise;
}

size_t task_plan_pick(const struct pieces *ready, size_t count, uint64_t (*random)(void)) {
    size_t baseline = usual(ready, count), index = baseline;
    switch (plan.strategy) {
    case TASKS_AT_RANDOM: index = count > 1 ? random() % count : 0; break;
    case TASKS_BY_PRIORITY: index = by_priorities(ready, count, step_count); break;
    case TASKS_BY_CHOICE: index = by_choices(ready, baseline); break;
    }
    const struct task_piece *piece = task_piece_at(ready, index);
    struct task_state *state = &states[piece->task];
    if (plan.records && step_count < STEP_LIMIT)
        steps[step_count] = (task_step){
            .resume = (uintptr_t)state->resume, .task = piece->task, .last = last, .turn = states[last].turns,
            .maker = state->maker, .count = (uint32_t)(ready->count < UINT32_MAX ? ready->count : UINT32_MAX),
            .is_chosen = index != baseline, .was_paused = state->is_paused, .has_yielded = state->has_yielded};
    step_count += 1;
    in_a_row = piece->task == last ? in_a_row + 1 : 0;
    last = piece->task;
    (state->is_ready = 0, state->turns += 1);
    return index;
}

task_record task_schedule_record(void) {
    if (!is_on) return (task_record){0};
    uint64_t count = plan.records ? step_count : 0;
    int is_whole = count <= STEP_LIMIT && task_count < TASK_LIMIT;
    return (task_record){is_whole, plan.records ? task_count : 0, (uint32_t)(count < STEP_LIMIT ? count : STEP_LIMIT), known, steps};
}
