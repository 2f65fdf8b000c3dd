/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "import_slots.h"

#include "imported_functions.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void import_slots_look_up(void *library, const import_slot *functions, size_t count) {
    for (size_t index = 0; index < count; index += 1) *functions[index].real = dlsym(library, functions[index].name);
}

/** The function of a name whose real one is known; NULL if there is none. */
static const import_slot *find(const import_slot *functions, size_t count, const char *name) {
    for (size_t index = 0; index < count; index += 1) {
        /* Nearly all differ in the first letter, which takes no call. */
        if (name[0] != functions[index].name[0] || *functions[index].real == NULL) continue;
        if (strcmp(name, functions[index].name) == 0) return &functions[index];
    }
    return NULL;
}

/** The first letters of functions' names: one with a thousand imports may have none of them. */
typedef struct {
    uint8_t has[256];
} letters;

static letters first_letters(const import_slot *functions, size_t count) {
    letters result = {{0}};
    for (size_t index = 0; index < count; index += 1) result.has[(uint8_t)functions[index].name[0]] = 1;
    return result;
}

/** Some functions, and their first letters. */
struct wanted {
    const import_slot *functions;
    size_t count;
    letters letters;
};

/** The replacement for the function of a name; NULL for one that stays. */
static void *ours(const char *name, const void *context) {
    const struct wanted *wanted = context;
    if (!wanted->letters.has[(uint8_t)name[0]]) return NULL;
    const import_slot *function = find(wanted->functions, wanted->count, name);
    return function == NULL ? NULL : function->ours;
}

int import_slots_replace(const struct link_map *map, const import_slot *functions, size_t count) {
    struct wanted wanted = {functions, count, first_letters(functions, count)};
    return imported_replace(map, ours, &wanted);
}

/** The number of symbols of a table (DT_GNU_HASH): the last is that of the last chain. */
static size_t symbol_count(const uint32_t *hash) {
    uint32_t bucket_count = hash[0], first = hash[1], filter_words = hash[2], last = 0;
    const uint32_t *buckets = hash + 4 + 2 * filter_words, *chains = buckets + bucket_count;
    for (uint32_t index = 0; index < bucket_count; index += 1)
        if (buckets[index] > last) last = buckets[index];
    if (last < first) return first;
    while ((chains[last - first] & 1) == 0) last += 1;
    return last + 1;
}

int import_slots_redefine(const struct link_map *map, const import_slot *functions, size_t count) {
    Elf64_Sym *symbols = NULL;
    const char *names = NULL;
    const uint32_t *hash = NULL;
    for (const Elf64_Dyn *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB) symbols = (Elf64_Sym *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_STRTAB) names = (const char *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_GNU_HASH) hash = (const uint32_t *)entry->d_un.d_ptr;
    }
    if (symbols == NULL || names == NULL || hash == NULL) return 0;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    size_t end = symbol_count(hash);
    void *start = (void *)((uintptr_t)symbols & ~(page - 1));
    size_t size = (size_t)((char *)&symbols[end] - (char *)start);
    if (mprotect(start, size, PROT_READ | PROT_WRITE) != 0) return 0;
    int changed = 0;
    letters wanted = first_letters(functions, count);
    for (size_t index = 1; index < end; index += 1) {
        Elf64_Sym *symbol = &symbols[index];
        const char *name = names + symbol->st_name;
        if (symbol->st_shndx == SHN_UNDEF || ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || !wanted.has[(uint8_t)name[0]]) continue;
        const import_slot *function = find(functions, count, name);
        /* A distance that the loader adds to the library's address. */
        if (function == NULL) continue;
        symbol->st_value = (uintptr_t)function->ours - map->l_addr;
        changed += 1;
    }
    mprotect(start, size, PROT_READ);
    return changed;
}
