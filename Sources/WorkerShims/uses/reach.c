/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/system.h"
#include "reach_regions.h"

#include <link.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/** The room for the libraries of a survey, in bytes. */
enum { SURVEY_SIZE = 4 << 20 };

struct reach_state reach_state;
static size_t test_count, region_size;
/** All tests' regions; NULL where nothing is recorded. Written by the host before it forks. */
static char *regions;
/** The test of each slot. Written by the host while no worker runs anything. */
static uint32_t *tests_of_slots;
static size_t slot_limit;
/** The libraries of a survey, and how many bytes of them there are. */
static struct survey {
    uint32_t used;
    char text[SURVEY_SIZE];
} *survey_text;

int reach_is_possible(void) { return CAN_RECORD; }

static struct region *region_of(size_t test) {
    return test < test_count && regions != NULL ? (struct region *)(regions + test * region_size) : NULL;
}

struct region *reach_here(void) {
    if (!reach_state.is_on) return NULL;
    struct region *region = __atomic_load_n(&reach_state.current, __ATOMIC_ACQUIRE);
    return region;
}

int reach_is_on(void) { return reach_here() != NULL; }

/* The survey. */

void reach_end_survey(void) {
    if (survey_text != NULL) munmap(survey_text, sizeof *survey_text);
    survey_text = NULL;
}

int reach_begin_survey(void) {
    reach_end_survey();
    survey_text = worker_shared_memory(sizeof *survey_text);
    return survey_text == NULL ? -1 : 0;
}

/** Notes one library. */
static int note_image(struct dl_phdr_info *image, size_t size, void *bundle) {
    (void)size;
    if (image->dlpi_name == NULL || image->dlpi_name[0] != '/') return 0;
    uint32_t room = SURVEY_SIZE - 1 - survey_text->used;
    int length = snprintf(
        survey_text->text + survey_text->used, room, "%u %s\n", *(const uint32_t *)bundle, image->dlpi_name);
    if (length > 0 && (uint32_t)length < room) survey_text->used += (uint32_t)length;
    else survey_text->text[survey_text->used] = '\0';
    return 0;
}

void reach_survey(uint32_t bundle) {
    if (survey_text != NULL) dl_iterate_phdr(note_image, &bundle);
}

const char *reach_surveyed(void) { return survey_text == NULL ? "" : survey_text->text; }

/* The host's preparation. */

long reach_add_image(const char *path, const uint32_t *addresses, size_t count) {
    struct image *image = calloc(1, sizeof *image);
    if (image == NULL) return -1;
    image->path = strdup(path);
    image->entries = malloc((count + 1) * sizeof *image->entries);
    image->saved = malloc((count + 1) * sizeof *image->saved);
    if (image->path == NULL || image->entries == NULL || image->saved == NULL) return -1;
    memcpy(image->entries, addresses, count * sizeof *addresses);
    image->count = count;
    image->first = reach_state.function_count;
    reach_state.function_count += count;
    image->next = reach_state.images;
    reach_state.images = image;
    return (long)image->first;
}

int reach_prepare(size_t tests) {
    size_t words = (reach_state.function_count + 63) / 64;
    region_size = (sizeof(struct region) + words * 8 + 4095) & ~(size_t)4095;
    /* As much as a table has slots; what is not touched takes no memory. */
    slot_limit = (size_t)1 << 21;
    if (tests > ((size_t)1 << 36) / region_size) return -1;
    regions = worker_shared_memory(tests * region_size + 4096);
    tests_of_slots = worker_shared_memory(slot_limit * sizeof *tests_of_slots);
    reach_state.own = mmap(NULL, region_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (regions == NULL || tests_of_slots == NULL || reach_state.own == MAP_FAILED) return -1;
    test_count = tests;
    reach_state.host = getpid();
    reach_state.is_on = CAN_RECORD;
    return 0;
}

void reach_stop(void) { reach_state.is_on = 0; }

void reach_discard(void) {
    reach_state.is_on = 0;
    if (regions != NULL) munmap(regions, test_count * region_size + 4096);
    if (tests_of_slots != NULL) munmap(tests_of_slots, slot_limit * sizeof *tests_of_slots);
    if (reach_state.own != NULL && reach_state.own != MAP_FAILED) munmap(reach_state.own, region_size);
    regions = NULL;
    tests_of_slots = NULL;
    reach_state.own = reach_state.current = NULL;
    while (reach_state.images != NULL) {
        struct image *next = reach_state.images->next;
        free(reach_state.images->path);
        free(reach_state.images->entries);
        free(reach_state.images->saved);
        free(reach_state.images);
        reach_state.images = next;
    }
    reach_state.function_count = test_count = 0;
}

void reach_assign(uint32_t slot, uint32_t test) {
    if (tests_of_slots != NULL && slot < slot_limit) tests_of_slots[slot] = test;
}

/* Notes. */

void reach_flag(uint32_t flag) {
    struct region *region = reach_here();
    if (region != NULL) __atomic_fetch_or(&region->flags, flag, __ATOMIC_RELAXED);
}

int reach_lock(struct region *region) {
    if ((__atomic_load_n(&region->flags, __ATOMIC_RELAXED) & REACH_FULL) != 0) return 0;
    for (int count = 0; count < 1 << 22; count += 1) {
        uint32_t free = 0;
        if (__atomic_compare_exchange_n(&region->lock, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return 1;
        if (count > 1000) sched_yield();
    }
    __atomic_fetch_or(&region->flags, REACH_FULL, __ATOMIC_RELAXED);
    return 0;
}

void reach_unlock(struct region *region) { __atomic_store_n(&region->lock, 0, __ATOMIC_RELEASE); }

/** The bytes of a region's notes, no more than there is room for, whatever a test has written there. */
static uint32_t used_bytes(const struct region *region) {
    uint32_t used = __atomic_load_n(&region->used, __ATOMIC_ACQUIRE);
    return used < NOTES_SIZE ? used : NOTES_SIZE;
}

/** The note at a place; NULL where none is, or none that makes sense. */
static const struct note *note_at(const struct region *region, uint32_t place) {
    uint32_t used = used_bytes(region);
    if (place + sizeof(struct note) + 1 > used || place % 8 != 0) return NULL;
    const struct note *note = (const struct note *)(region->notes + place);
    uint32_t size = note->size;
    if (size <= sizeof *note || size % 8 != 0 || size > used - place) return NULL;
    return region->notes[place + size - 1] == '\0' ? note : NULL;
}

void reach_add_note(struct region *region, const struct note *draft, const char *path) {
    if (!reach_lock(region)) return;
    const struct note *next;
    uint32_t place = 0;
    for (; (next = note_at(region, place)) != NULL; place += next->size)
        if (next->use == draft->use && strcmp(next->path, path) == 0) return reach_unlock(region);
    size_t size = (sizeof *draft + strlen(path) + 8) & ~(size_t)7;
    if (place + size > NOTES_SIZE) {
        __atomic_fetch_or(&region->flags, REACH_FULL, __ATOMIC_RELAXED);
        return reach_unlock(region);
    }
    struct note *note = (struct note *)(region->notes + place);
    memset(note, 0, size);
    *note = *draft;
    note->size = (uint32_t)size;
    memcpy(note->path, path, strlen(path) + 1);
    __atomic_store_n(&region->used, place + (uint32_t)size, __ATOMIC_RELEASE);
    reach_unlock(region);
}

/* Tests. */

/** Adds all that a region has to another one. */
static void add_region(struct region *to, const struct region *from) {
    __atomic_fetch_or(&to->flags, __atomic_load_n(&from->flags, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
    for (size_t word = 0; word < (reach_state.function_count + 63) / 64; word += 1) {
        uint64_t bits = __atomic_load_n(&from->bits[word], __ATOMIC_RELAXED);
        if (bits != 0) __atomic_fetch_or(&to->bits[word], bits, __ATOMIC_RELAXED);
    }
    const struct note *note;
    for (uint32_t place = 0; (note = note_at(from, place)) != NULL; place += note->size) reach_add_note(to, note, note->path);
    for (uint32_t index = 0; index < from->address_count && index < ADDRESSES; index += 1)
        reach_add_address(to, from->addresses[index]);
}

void reach_credit(uint32_t slot) {
    struct region *from = reach_here();
    if (from == NULL || tests_of_slots == NULL || slot >= slot_limit) return;
    struct region *to = region_of(tests_of_slots[slot]);
    if (to != NULL && to != from) add_region(to, from);
}

void reach_enter(uint32_t slot) {
    if (reach_here() == NULL || slot >= slot_limit) return;
    struct region *to = region_of(tests_of_slots[slot]);
    if (to == NULL) return;
    /* No functions of its bundle were found where they were expected: none of what it enters would be seen. */
    int is_armed = 0;
    for (struct image *image = reach_state.images; image != NULL; image = image->next) is_armed |= image->is_armed;
    if (!is_armed) reach_flag(REACH_BLIND);
    reach_credit(slot);
    __atomic_fetch_or(&to->flags, REACH_BEGUN, __ATOMIC_RELAXED);
    __atomic_store_n(&reach_state.current, to, __ATOMIC_RELEASE);
}

/* Reading. */

uint32_t reach_flags(size_t test) {
    const struct region *region = region_of(test);
    return region == NULL ? 0 : __atomic_load_n(&region->flags, __ATOMIC_ACQUIRE);
}

const uint64_t *reach_bits(size_t test, size_t *words) {
    const struct region *region = region_of(test);
    *words = region == NULL ? 0 : (reach_state.function_count + 63) / 64;
    return region == NULL ? NULL : region->bits;
}

uint32_t reach_next_file(size_t test, uint32_t place, reach_file *file) {
    const struct region *region = region_of(test);
    const struct note *note = region == NULL ? NULL : note_at(region, place);
    if (note == NULL) return 0;
    *file = (reach_file){note->path, note->mode, note->use, note->bytes, note->inode, note->modified, note->changed};
    return place + note->size;
}
