/* SPDX-License-Identifier: MIT
 *
 * A case that writes a pass over each running case that it finds in shared memory, but its own, and ends its process; and one in another
 * worker that runs meanwhile, and fails behind that. */
#include "fixture.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "WorkerShims/run_table.h"

/** As the host numbers them. */
enum { SLOT_RUNNING = 1, SLOT_PASSED = 2 };

/** Where a case says that it has come so far: the process of the other one is in there. */
#define FAILING PLACES "/failing"
#define WRITING PLACES "/writing"

/** Writes this process's number to a file that is there at once. */
static void tell(const char *path) {
    char other[512];
    snprintf(other, sizeof other, "%s.new", path);
    FILE *file = fopen(other, "w");
    if (file == NULL || fprintf(file, "%d", (int)getpid()) < 0 || fclose(file) != 0 || rename(other, path) != 0) abort();
}

/** Waits until a file is there; the process in it. */
static pid_t await(const char *path) {
    int process = 0;
    FILE *file;
    while ((file = fopen(path, "r")) == NULL) usleep(1000);
    if (fscanf(file, "%d", &process) != 1) abort();
    fclose(file);
    return process;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/** The cases that run, as far as they can be found. */
static run_slot *running[1000];
static int count;

/** Looks for them in some pages that are there. */
static void find(char *start, size_t size, uint64_t began) {
    unsigned char *is_there = calloc(size / 4096, 1);
    if (is_there == NULL || mincore(start, size, is_there) != 0) abort();
    for (size_t place = 0; place + sizeof(run_slot) <= size; place += 8) {
        if ((is_there[place / 4096] & 1) == 0 || (is_there[(place + sizeof(run_slot) - 1) / 4096] & 1) == 0) {
            place = (place / 4096 + 1) * 4096 - 8;
            continue;
        }
        run_slot *slot = (run_slot *)(start + place);
        if (slot->state != SLOT_RUNNING || slot->is_unexpected != 0 || slot->end_time != 0) continue;
        if (slot->start_time + 600000000000 < began || slot->start_time > now() || count == 1000) continue;
        running[count++] = slot;
    }
    free(is_there);
}

static uint32_t writes(void) {
    const uint64_t began = now();
    await(FAILING);
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], flags[8];
    unsigned long start, end;
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
        if (sscanf(line, "%lx-%lx %7s", &start, &end, flags) == 3 && flags[1] == 'w' && flags[3] == 's')
            find((char *)start, end - start, began);
    if (maps != NULL) fclose(maps);
    /* Its own began last before it came here. */
    run_slot *own = NULL;
    for (int place = 0; place < count; place++)
        if (running[place]->start_time <= began && (own == NULL || running[place]->start_time > own->start_time)) own = running[place];
    if (own == NULL) return fixture_fail("found no running case, not even this one");
    for (int place = 0; place < count; place++)
        if (running[place] != own) table_store(&running[place]->state, SLOT_PASSED);
    tell(WRITING);
    abort();
}

static uint32_t fails(void) {
    tell(FAILING);
    /* By then, the runner has looked at the results: it does that before it waits for the process. */
    const pid_t other = await(WRITING);
    while (kill(other, 0) == 0 || errno != ESRCH) usleep(1000);
    return fixture_fail("failed indeed");
}

static const fixture_case writing[] = {CASE_AS(writes, "testWrites", 0, NULL)};
static const fixture_case failing[] = {CASE_AS(fails, "testFails", 0, NULL)};
static const fixture_class classes[] = {CLASS("Foreign.WritingTests", writing), CLASS("Foreign.FailingTests", failing)};

FIXTURE_BUNDLE(classes)
