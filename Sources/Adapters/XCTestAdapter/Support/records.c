/* SPDX-License-Identifier: MIT
 * The records of Swift Testing's tests, as the compiler leaves them in each image (TestContent.md of swift-testing). */
#include "adapter_support.h"
#include "conformances.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

/** The kind of a test's record: the characters "test". */
#define KIND_TEST 0x74657374u
/** The first version of the sections below that has one of tests. */
#define VERSION_WITH_TESTS 4

struct section_range {
    uintptr_t start;
    size_t length;
};
/** Which of the sections below has the conformances of types to protocols. */
enum { CONFORMANCES = 1 };
/** The runtime's description of an image. The tests are in the fifteenth of its sections. */
struct image_sections {
    uintptr_t version;
    const void *base, *unused0, *unused1;
    struct section_range others[14];
    struct section_range tests;
};
extern void swift_enumerateAllMetadataSections(bool (*body)(const void *, void *), void *context);

/** The most libraries whose tests count as those of an image. */
#define RANGE_LIMIT 64

/** The records found so far, and where the image is, and the libraries that it needs: Swift Build puts the tests there. */
struct collection {
    const struct link_map *map;
    struct section_range ranges[RANGE_LIMIT];
    size_t range_count;
    struct adapter_record *records;
    size_t count;
};

/** Whether an image needs a library, by its file's name. */
static bool needs(const struct link_map *map, const char *name) {
    const char *names = NULL;
    for (const Elf64_Dyn *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_STRTAB) names = (const char *)entry->d_un.d_ptr;
    for (const Elf64_Dyn *entry = map->l_ld; names != NULL && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED && strcmp(names + entry->d_un.d_val, name) == 0) return true;
    return false;
}

/** Notes where one of them is. dladdr() would look through all symbols for each address. */
static int note_range(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    struct collection *collection = context;
    const char *slash = strrchr(info->dlpi_name, '/');
    bool is_wanted = info->dlpi_addr == collection->map->l_addr || (slash && needs(collection->map, slash + 1));
    for (int index = 0; is_wanted && index < info->dlpi_phnum; index++) {
        const Elf64_Phdr *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || collection->range_count == RANGE_LIMIT) continue;
        collection->ranges[collection->range_count++] =
            (struct section_range){info->dlpi_addr + segment->p_vaddr, segment->p_memsz};
    }
    return 0;
}

/** Whether an address is in one of them. */
static bool belongs(const struct collection *collection, const void *address) {
    for (size_t index = 0; index < collection->range_count; index++)
        if ((uintptr_t)address - collection->ranges[index].start < collection->ranges[index].length) return true;
    return false;
}

static bool collect(const void *given, void *context) {
    const struct image_sections *sections = given;
    struct collection *collection = context;
    if (sections->version < VERSION_WITH_TESTS || !belongs(collection, given)) return true;
    size_t count = sections->tests.length / sizeof(struct adapter_record);
    if (count == 0) return true;
    struct adapter_record *grown =
        realloc(collection->records, (collection->count + count) * sizeof(struct adapter_record));
    if (grown == NULL) return true;
    memcpy(grown + collection->count, (const void *)sections->tests.start, count * sizeof(struct adapter_record));
    collection->records = grown;
    collection->count += count;
    return true;
}

struct adapter_record *adapter_copy_records(void *handle, size_t *count) {
    struct link_map *map = NULL;
    *count = 0;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return NULL;
    struct collection collection = {.map = map};
    dl_iterate_phdr(note_range, &collection);
    swift_enumerateAllMetadataSections(collect, &collection);
    *count = collection.count;
    return collection.records;
}

/* Types with records: Swift 6.2. */

/** The descriptor of their protocol; in a library of a later version there may be none. */
extern const char container_protocol[] __asm__("$s7Testing28__TestContentRecordContainerMp") __attribute__((weak));

/** The types found so far. */
struct containers {
    struct collection images;
    const void **types;
    size_t count;
};

static bool collect_containers(const void *given, void *context) {
    const struct image_sections *sections = given;
    struct containers *found = context;
    if (!belongs(&found->images, given)) return true;
    const int32_t *first = (const int32_t *)sections->others[CONFORMANCES].start;
    const int32_t *end = first + sections->others[CONFORMANCES].length / sizeof *first;
    found->types = add_conforming_types(first, end, container_protocol, found->types, &found->count);
    return true;
}

const void **adapter_copy_containers(void *handle, size_t *count) {
    struct containers found = {.count = 0};
    *count = 0;
    if (container_protocol == NULL || dlinfo(handle, RTLD_DI_LINKMAP, &found.images.map) != 0) return NULL;
    dl_iterate_phdr(note_range, &found.images);
    swift_enumerateAllMetadataSections(collect_containers, &found);
    *count = found.count;
    return found.types;
}

/** Whether libTesting is to see the record below alone. */
static bool learns;
/** The type that it has asked for. */
static const void *generator_type;

/** The accessor of a record that makes nothing, but sees which type is wanted. */
static bool learn(void *out, const void *type, const void *hint, uintptr_t reserved) {
    (void)out, (void)hint, (void)reserved;
    generator_type = *(const void *const *)type;
    return false;
}
static const struct adapter_record teacher = {KIND_TEST, 0, learn, 0, 0};

void adapter_learn_generator_type(bool on) { learns = on; }
const void *adapter_generator_type(void) { return generator_type; }

void adapter_set_generator_type(const void *type) {
    Dl_info found;
    if (type == NULL || dladdr(type, &found) == 0 || found.dli_fname == NULL) return;
    if (strstr(found.dli_fname, "/libTesting.so") != NULL) generator_type = type;
}

/** Replaces swift_enumerateAllMetadataSections() in libTesting. */
static void enumerate(bool (*body)(const void *, void *), void *context) {
    if (!learns) return swift_enumerateAllMetadataSections(body, context);
    struct image_sections made = {
        .version = VERSION_WITH_TESTS,
        .tests = {(uintptr_t)&teacher, sizeof teacher},
    };
    body(&made, context);
}
void *adapter_enumeration_replacement(void) { return (void *)enumerate; }
