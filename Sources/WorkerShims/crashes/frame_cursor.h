/* SPDX-License-Identifier: MIT
 * Reads the numbers of an unwind table, never past its end. */
#ifndef FRAME_CURSOR_H
#define FRAME_CURSOR_H

#include <stdint.h>
#include <string.h>

/** A place in a table that is mapped. */
struct frame_cursor {
    /** The next byte. */
    uint64_t at;
    /** The first byte after those that may be read. */
    uint64_t end;
    /** 1 when more was asked for than there is; all numbers are 0 from then on. */
    int has_failed;
};

/** The number in the next bytes, the lowest first. */
static inline uint64_t cursor_number(struct frame_cursor *cursor, size_t size) {
    uint64_t value = 0;
    if (cursor->has_failed || cursor->at > cursor->end || cursor->end - cursor->at < size) {
        cursor->has_failed = 1;
        return 0;
    }
    memcpy(&value, (const void *)(uintptr_t)cursor->at, size);
    cursor->at += size;
    return value;
}

/** Passes over some bytes. */
static inline void cursor_skip(struct frame_cursor *cursor, uint64_t count) {
    if (cursor->has_failed || cursor->end - cursor->at < count) cursor->has_failed = 1;
    else cursor->at += count;
}

/** Lets no more be read than some bytes from here. */
static inline void cursor_cut(struct frame_cursor *cursor, uint64_t count) {
    if (cursor->has_failed || cursor->end - cursor->at < count) cursor->has_failed = 1;
    else cursor->end = cursor->at + count;
}

/** An unsigned number of seven bits to a byte (LEB128). */
static inline uint64_t cursor_unsigned(struct frame_cursor *cursor) {
    uint64_t value = 0;
    for (int shift = 0; !cursor->has_failed; shift += 7) {
        uint8_t byte = cursor_number(cursor, 1);
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) break;
    }
    return value;
}

/** A signed number of seven bits to a byte (LEB128). */
static inline int64_t cursor_signed(struct frame_cursor *cursor) {
    uint64_t value = 0;
    for (int shift = 0; !cursor->has_failed; shift += 7) {
        uint8_t byte = cursor_number(cursor, 1);
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) != 0) continue;
        if ((byte & 0x40) != 0 && shift < 57) value |= ~(uint64_t)0 << (shift + 7);
        break;
    }
    return (int64_t)value;
}

/** A pointer in one of the encodings that such tables have; `data` is what some are counted from. */
static inline uint64_t cursor_encoded(struct frame_cursor *cursor, uint8_t encoding, uint64_t data) {
    uint64_t here = cursor->at, value = 0;
    if (encoding == 0xff) return 0;
    switch (encoding & 0x0f) {
    case 0x00:
    case 0x04:
    case 0x0c: value = cursor_number(cursor, 8); break;
    case 0x01: value = cursor_unsigned(cursor); break;
    case 0x02: value = cursor_number(cursor, 2); break;
    case 0x03: value = cursor_number(cursor, 4); break;
    case 0x09: value = (uint64_t)cursor_signed(cursor); break;
    case 0x0a: value = (uint64_t)(int64_t)(int16_t)cursor_number(cursor, 2); break;
    case 0x0b: value = (uint64_t)(int64_t)(int32_t)cursor_number(cursor, 4); break;
    default: cursor->has_failed = 1; return 0;
    }
    if ((encoding & 0x70) == 0x10) return value + here;
    if ((encoding & 0x70) == 0x30) return value + data;
    if ((encoding & 0x70) != 0) cursor->has_failed = 1;
    return value;
}

#endif
