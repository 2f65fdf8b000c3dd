/* SPDX-License-Identifier: MIT
 * The search for types that have a module's record, among conformances to protocols as the compiler describes them: ABI/Metadata.h of
 * Swift, TargetProtocolConformanceDescriptor and TargetTypeContextDescriptor. */
#include "module_section.h"

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
static const void *follow(const int32_t *field) {
    const char *place = (const char *)field + (*field & ~1);
    return (*field & 1) == 0 ? place : *(const void *const *)place;
}

/** Returns the metadata of a type that conforms to the protocol; null for any other. */
static const void *record_type(const struct conformance *conformance, const void *protocol) {
    /* 0: a type of this module, as are all that generated code declares. */
    if (follow(&conformance->protocol) != protocol || (conformance->flags >> 3 & 7) != 0) return NULL;
    const struct type_descriptor *type = (const void *)((const char *)&conformance->type + conformance->type);
    uint32_t kind = type->flags & KIND_MASK;
    if ((kind != KIND_STRUCT && kind != KIND_ENUM) || (type->flags & IS_GENERIC) != 0 || type->accessor == 0) return NULL;
    metadata_accessor *accessor = (metadata_accessor *)(uintptr_t)((const char *)&type->accessor + type->accessor);
    return accessor(0).metadata;
}

const void **testkit_copy_record_types(const int32_t *first, const int32_t *end, const void *protocol, size_t *count) {
    const void **types = NULL;
    *count = 0;
    for (; first != end; first++) {
        const void *type = record_type((const void *)((const char *)first + *first), protocol);
        if (type == NULL) continue;
        const void **grown = realloc(types, (*count + 1) * sizeof *types);
        if (grown == NULL) break;
        types = grown;
        types[(*count)++] = type;
    }
    return types;
}
