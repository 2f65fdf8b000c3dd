/* SPDX-License-Identifier: MIT
 * The search for types that conform to a protocol, among conformances as the compiler describes them: ABI/Metadata.h of Swift,
 * TargetProtocolConformanceDescriptor and TargetTypeContextDescriptor. Swift before 6.3 needs types with records in place of a section:
 * for TestKit's modules, and for the tests of Swift Testing, so that the adapter has this file as well. */
#ifndef CONFORMANCES_H
#define CONFORMANCES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/** A conformance. The first two fields lead from their own address to what they mean. */
struct conformance {
    int32_t protocol, type, witnesses;
    uint32_t flags;
};

/** The beginning of a type's descriptor. */
struct type_descriptor {
    uint32_t flags;
    int32_t parent, name, accessor;
};

/** The kinds of types that can have a record: a structure, an enumeration; and the mark of a generic one. */
enum { KIND_STRUCT = 17, KIND_ENUM = 18, KIND_MASK = 0x1f, IS_GENERIC = 0x80 };

/** An accessor's result: the metadata, and whether it is complete. */
struct metadata_response {
    const void *metadata;
    size_t state;
};
/** Swift's calling convention, which is C's for such a function. */
#ifdef __clang__
#define SWIFT_CALL __attribute__((swiftcall))
#else
#define SWIFT_CALL
#endif
typedef SWIFT_CALL struct metadata_response metadata_accessor(size_t request);

/** Follows a field with the distance to a thing, or to a pointer to it, as the lowest bit says. */
static inline const void *follow(const int32_t *field) {
    const char *place = (const char *)field + (*field & ~1);
    return (*field & 1) == 0 ? place : *(const void *const *)place;
}

/** Returns the metadata of a type that conforms to the protocol; null for any other. */
static inline const void *conforming_type(const struct conformance *conformance, const void *protocol) {
    if (follow(&conformance->protocol) != protocol) return NULL;
    const char *place = (const char *)&conformance->type + conformance->type;
    const struct type_descriptor *type;
    switch (conformance->flags >> 3 & 7) {
    case 0: type = (const void *)place; break;
    case 1: type = *(const void *const *)place; break;
    default: return NULL;
    }
    uint32_t kind = type == NULL ? 0 : type->flags & KIND_MASK;
    if ((kind != KIND_STRUCT && kind != KIND_ENUM) || (type->flags & IS_GENERIC) != 0 || type->accessor == 0) return NULL;
    metadata_accessor *accessor = (metadata_accessor *)(uintptr_t)((const char *)&type->accessor + type->accessor);
    return accessor(0).metadata;
}

/** Adds the types among an image's conformances that conform to the protocol to `types`, of which there are `count`. Returns where they
 *  are then, which the caller frees; without memory, the rest is left out. */
static inline const void **add_conforming_types(const int32_t *first, const int32_t *end, const void *protocol, const void **types,
                                                size_t *count) {
    for (; first != end; first++) {
        const void *type = conforming_type((const void *)((const char *)first + *first), protocol);
        if (type == NULL) continue;
        const void **grown = realloc(types, (*count + 1) * sizeof *types);
        if (grown == NULL) break;
        types = grown;
        types[(*count)++] = type;
    }
    return types;
}

#endif
