/* SPDX-License-Identifier: MIT
 * The format is that of the Linux Standard Base, "Exception Frames", and of DWARF 5, chapter 6.4. */
#define _GNU_SOURCE
#include "frame_walk.h"

#include "frame_cursor.h"

#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#if defined(__x86_64__)
/** DWARF's numbers: 0 to 15 are general registers, 16 is the return address. */
enum { REGISTER_COUNT = 17, FRAME_POINTER = 6, STACK_POINTER = 7 };
#elif defined(__aarch64__)
/** DWARF's numbers: 0 to 30 are general registers, 31 is the stack pointer, 34 says whether return addresses are signed. */
enum { REGISTER_COUNT = 35, FRAME_POINTER = 29, LINK_REGISTER = 30, STACK_POINTER = 31 };
#endif

/** The most frames that are walked: a stack of 8 MB has no more. */
enum { FRAME_LIMIT = 1 << 20, SAVED_ROWS = 4, PAGE = 4096 };

/** The registers of one frame. */
struct registers {
    uint64_t pc;
    uint64_t values[REGISTER_COUNT];
};

/** A page of the stack, as it was read last. */
struct stack_page {
    uint64_t start;
    uint8_t bytes[PAGE];
};

/* Listing what is mapped. */

static int list_image(struct dl_phdr_info *info, size_t size, void *argument) {
    (void)size;
    struct walked_images *images = argument;
    if (images->count == WALKED_IMAGES) return 1;
    struct walked_image *image = &images->images[images->count];
    *image = (struct walked_image){.base = info->dlpi_addr, .path = info->dlpi_name, .code_start = UINT64_MAX};
    for (int number = 0; number < info->dlpi_phnum; number += 1) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[number];
        uint64_t start = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_GNU_EH_FRAME) image->index = start;
        if (header->p_type != PT_LOAD || (header->p_flags & PF_X) == 0) continue;
        if (start < image->code_start) image->code_start = start;
        if (start + header->p_memsz > image->code_end) image->code_end = start + header->p_memsz;
    }
    for (int number = 0; number < info->dlpi_phnum && image->index != 0; number += 1) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[number];
        uint64_t start = info->dlpi_addr + header->p_vaddr;
        if (header->p_type != PT_LOAD || image->index < start || image->index >= start + header->p_filesz) continue;
        image->tables_start = start;
        image->tables_end = start + header->p_filesz;
    }
    if (image->code_end > 0) images->count += 1;
    return 0;
}

void frame_walk_list(struct walked_images *images) {
    images->count = 0;
    dl_iterate_phdr(list_image, images);
}

const struct walked_image *frame_walk_find(const struct walked_images *images, uint64_t address) {
    for (size_t index = 0; index < images->count; index += 1) {
        const struct walked_image *image = &images->images[index];
        if (address >= image->code_start && address < image->code_end) return image;
    }
    return NULL;
}

/* Reading the stack. */

/** Copies memory that may not be there. Returns 1, or 0. */
static int copy_memory(uint64_t address, void *bytes, size_t count) {
    struct iovec here = {bytes, count}, there = {(void *)(uintptr_t)address, count};
    ssize_t got = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
    if (got == (ssize_t)count) return 1;
    if (got != -1 || (errno != EPERM && errno != ENOSYS)) return 0;
    /* A sandbox forbids it. A missing page then ends the process, which is about to end. */
    memcpy(bytes, (const void *)(uintptr_t)address, count);
    return 1;
}

/** Reads a word. Returns 1, or 0 where there is no memory. */
static int read_word(struct stack_page *page, uint64_t address, uint64_t *word) {
    uint64_t start = address & ~(uint64_t)(PAGE - 1);
    if (address - start > PAGE - sizeof *word) return copy_memory(address, word, sizeof *word);
    if (page->start != start) {
        page->start = 0;
        if (!copy_memory(start, page->bytes, PAGE)) return 0;
        page->start = start;
    }
    memcpy(word, page->bytes + (address - start), sizeof *word);
    return 1;
}

/* Finding a function's entry in the tables. */

/** The unwind entry of a function. */
struct unwind_entry {
    /** The function's code: from here, to before there. */
    uint64_t start, end;
    /** The column that contains the return address. */
    uint64_t return_column;
    uint64_t code_factor;
    int64_t data_factor;
    /** 1 where the frame is one that a signal made: its address does not follow a call. */
    int is_signal;
    /** The steps that apply from the function's beginning, and those that follow. */
    struct frame_cursor common, own;
};

/** Reads the entry that is common to several functions. Returns 1, or 0. */
static int read_common(struct frame_cursor cursor, struct unwind_entry *entry, uint8_t *encoding, int *is_augmented) {
    uint64_t length = cursor_number(&cursor, 4);
    if (length == 0xffffffff) length = cursor_number(&cursor, 8);
    cursor_cut(&cursor, length);
    if (cursor_number(&cursor, 4) != 0) return 0;
    uint8_t version = cursor_number(&cursor, 1);
    if (version != 1 && version != 3) return 0;
    char augmentation[8] = "";
    for (size_t index = 0;; index += 1) {
        if (index == sizeof augmentation) return 0;
        augmentation[index] = (char)cursor_number(&cursor, 1);
        if (augmentation[index] == 0) break;
    }
    entry->code_factor = cursor_unsigned(&cursor);
    entry->data_factor = cursor_signed(&cursor);
    entry->return_column = version == 1 ? cursor_number(&cursor, 1) : cursor_unsigned(&cursor);
    *is_augmented = augmentation[0] == 'z';
    if (augmentation[0] != 0 && !*is_augmented) return 0;
    struct frame_cursor data = cursor;
    if (*is_augmented) {
        uint64_t size = cursor_unsigned(&cursor);
        data = cursor;
        cursor_skip(&cursor, size);
    }
    for (const char *letter = augmentation; *letter != 0; letter += 1) {
        if (*letter == 'R') *encoding = cursor_number(&data, 1);
        if (*letter == 'L') cursor_number(&data, 1);
        if (*letter == 'S') entry->is_signal = 1;
        if (*letter == 'P') {
            uint8_t how = cursor_number(&data, 1);
            cursor_encoded(&data, how, 0);
        }
    }
    entry->common = cursor;
    return !cursor.has_failed && !data.has_failed;
}

/** Returns the place of the table entry for the function at an address; 0 if there is none. */
static uint64_t find_entry(const struct walked_image *image, uint64_t address) {
    struct frame_cursor cursor = {image->index, image->tables_end, 0};
    if (cursor_number(&cursor, 1) != 1) return 0;
    uint8_t pointer_encoding = cursor_number(&cursor, 1), count_encoding = cursor_number(&cursor, 1);
    /* Signed, four bytes, counted from the index: what linkers write. */
    if (cursor_number(&cursor, 1) != 0x3b) return 0;
    cursor_encoded(&cursor, pointer_encoding, image->index);
    uint64_t count = cursor_encoded(&cursor, count_encoding, image->index), table = cursor.at;
    if (cursor.has_failed || count == 0 || count > (image->tables_end - table) / 8) return 0;
    uint64_t low = 0, high = count;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        struct frame_cursor row = {table + middle * 8, image->tables_end, 0};
        if (image->index + (uint64_t)(int64_t)(int32_t)cursor_number(&row, 4) <= address) low = middle;
        else high = middle;
    }
    struct frame_cursor row = {table + low * 8, image->tables_end, 0};
    if (image->index + (uint64_t)(int64_t)(int32_t)cursor_number(&row, 4) > address) return 0;
    return image->index + (uint64_t)(int64_t)(int32_t)cursor_number(&row, 4);
}

/** Reads the entry of the function that an address is in. Returns 1, or 0 if there is none. */
static int read_entry(const struct walked_image *image, uint64_t address, struct unwind_entry *entry) {
    if (image->tables_end == 0) return 0;
    uint64_t place = find_entry(image, address);
    if (place < image->tables_start || place >= image->tables_end) return 0;
    struct frame_cursor cursor = {place, image->tables_end, 0};
    uint64_t length = cursor_number(&cursor, 4);
    if (length == 0xffffffff) length = cursor_number(&cursor, 8);
    cursor_cut(&cursor, length);
    uint64_t here = cursor.at, back = cursor_number(&cursor, 4);
    if (back == 0 || back > here - image->tables_start) return 0;
    uint8_t encoding = 0;
    int is_augmented = 0;
    memset(entry, 0, sizeof *entry);
    if (!read_common((struct frame_cursor){here - back, image->tables_end, 0}, entry, &encoding, &is_augmented)) return 0;
    entry->start = cursor_encoded(&cursor, encoding, 0);
    entry->end = entry->start + cursor_encoded(&cursor, encoding & 0x0f, 0);
    if (is_augmented) cursor_skip(&cursor, cursor_unsigned(&cursor));
    entry->own = cursor;
    return !cursor.has_failed && address >= entry->start && address < entry->end;
}

/* The rules for the registers at an address, computed from a function's steps. */

enum rule_kind { RULE_SAME, RULE_UNDEFINED, RULE_OFFSET, RULE_VALUE_OFFSET, RULE_REGISTER, RULE_AT, RULE_VALUE };

/** The rule that finds a register of the caller. */
struct rule {
    uint8_t kind;
    /** An offset from the frame's address, a register, or where an expression is. */
    int64_t value;
};

/** The rules that find all of the caller's registers. */
struct row {
    /** The frame's address: a register and an offset, or an expression, where that is not 0. */
    uint64_t frame_register, frame_expression;
    int64_t frame_offset;
    struct rule rules[REGISTER_COUNT];
};

/** Sets a register's rule. */
static void set_rule(struct row *row, uint64_t number, enum rule_kind kind, int64_t value) {
    if (number < REGISTER_COUNT) row->rules[number] = (struct rule){(uint8_t)kind, value};
}

/** Passes over an expression, and returns where it is. */
static uint64_t skip_expression(struct frame_cursor *cursor) {
    uint64_t place = cursor->at;
    cursor_skip(cursor, cursor_unsigned(cursor));
    return place;
}

/** The state while the steps of one table entry are executed. */
struct steps {
    const struct unwind_entry *entry;
    /** Up to which address of the code. */
    uint64_t address;
    /** The address of the code that is reached. */
    uint64_t reached;
    struct row *row;
    const struct row *initial;
    struct row saved[SAVED_ROWS];
    int saved_count;
};

/** Does a step that changes how one register is found, or the frame's address. Returns 0 where it is not known. */
static int take_rule(struct steps *steps, struct frame_cursor *cursor, uint8_t operation) {
    struct row *row = steps->row;
    int64_t factor = steps->entry->data_factor;
    uint64_t number = operation == 0x2e || operation == 0x0e || operation == 0x13 || operation == 0x0f
                          ? 0
                          : cursor_unsigned(cursor);
    switch (operation) {
    case 0x05: set_rule(row, number, RULE_OFFSET, (int64_t)cursor_unsigned(cursor) * factor); return 1;
    case 0x06:
        if (steps->initial != NULL && number < REGISTER_COUNT) row->rules[number] = steps->initial->rules[number];
        return 1;
    case 0x07: set_rule(row, number, RULE_UNDEFINED, 0); return 1;
    case 0x08: set_rule(row, number, RULE_SAME, 0); return 1;
    case 0x09: set_rule(row, number, RULE_REGISTER, (int64_t)cursor_unsigned(cursor)); return 1;
    case 0x0c:
    case 0x12:
        row->frame_register = number;
        row->frame_expression = 0;
        row->frame_offset = operation == 0x0c ? (int64_t)cursor_unsigned(cursor) : cursor_signed(cursor) * factor;
        return 1;
    case 0x0d:
        row->frame_register = number;
        row->frame_expression = 0;
        return 1;
    case 0x0e: row->frame_offset = (int64_t)cursor_unsigned(cursor); return 1;
    case 0x13: row->frame_offset = cursor_signed(cursor) * factor; return 1;
    case 0x0f: row->frame_expression = skip_expression(cursor); return 1;
    case 0x10: set_rule(row, number, RULE_AT, (int64_t)skip_expression(cursor)); return 1;
    case 0x11: set_rule(row, number, RULE_OFFSET, cursor_signed(cursor) * factor); return 1;
    case 0x14: set_rule(row, number, RULE_VALUE_OFFSET, (int64_t)cursor_unsigned(cursor) * factor); return 1;
    case 0x15: set_rule(row, number, RULE_VALUE_OFFSET, cursor_signed(cursor) * factor); return 1;
    case 0x16: set_rule(row, number, RULE_VALUE, (int64_t)skip_expression(cursor)); return 1;
    case 0x2e: cursor_unsigned(cursor); return 1;
    default: return 0;
    }
}

/** Does the steps of a table up to the address. Returns 1, or 0 where they make no sense. */
static int take_steps(struct steps *steps, struct frame_cursor cursor) {
    while (cursor.at < cursor.end && !cursor.has_failed && steps->reached <= steps->address) {
        uint8_t operation = cursor_number(&cursor, 1), low = operation & 0x3f;
        uint64_t advance = 0;
        if (operation >> 6 == 1) {
            advance = low;
        } else if (operation >> 6 == 2) {
            set_rule(steps->row, low, RULE_OFFSET, (int64_t)cursor_unsigned(&cursor) * steps->entry->data_factor);
        } else if (operation >> 6 == 3) {
            if (steps->initial != NULL && low < REGISTER_COUNT) steps->row->rules[low] = steps->initial->rules[low];
        } else if (operation == 0x02) {
            advance = cursor_number(&cursor, 1);
        } else if (operation == 0x03) {
            advance = cursor_number(&cursor, 2);
        } else if (operation == 0x04) {
            advance = cursor_number(&cursor, 4);
        } else if (operation == 0x0a) {
            if (steps->saved_count == SAVED_ROWS) return 0;
            steps->saved[steps->saved_count++] = *steps->row;
        } else if (operation == 0x0b) {
            if (steps->saved_count == 0) return 0;
            *steps->row = steps->saved[--steps->saved_count];
        } else if (operation == 0x2d) {
            /* On AArch64, return addresses are signed from here on; they are stripped of that in any case. */
        } else if (operation != 0x00 && !take_rule(steps, &cursor, operation)) {
            return 0;
        }
        steps->reached += advance * steps->entry->code_factor;
    }
    return !cursor.has_failed;
}

/* The evaluation of expressions. */

/** The stack of an expression. */
struct operands {
    uint64_t values[16];
    int count;
};

static void push(struct operands *operands, uint64_t value) {
    if (operands->count < 16) operands->values[operands->count] = value;
    operands->count += 1;
}

static uint64_t pop(struct operands *operands) {
    if (operands->count <= 0 || operands->count > 16) {
        operands->count = -1;
        return 0;
    }
    return operands->values[--operands->count];
}

/** Does an operation on two operands. Returns 0 where it is not known. */
static int combine(struct operands *operands, uint8_t operation) {
    if (operation < 0x1a || operation > 0x2e || operation == 0x1f || operation == 0x20 || operation == 0x23) return 0;
    if (operation == 0x1b || operation == 0x1d || operation == 0x28) return 0;
    uint64_t right = pop(operands), left = pop(operands);
    switch (operation) {
    case 0x1a: push(operands, left & right); return 1;
    case 0x1c: push(operands, left - right); return 1;
    case 0x1e: push(operands, left * right); return 1;
    case 0x21: push(operands, left | right); return 1;
    case 0x22: push(operands, left + right); return 1;
    case 0x24: push(operands, right < 64 ? left << right : 0); return 1;
    case 0x25: push(operands, right < 64 ? left >> right : 0); return 1;
    case 0x27: push(operands, left ^ right); return 1;
    case 0x29: push(operands, left == right); return 1;
    case 0x2a: push(operands, (int64_t)left >= (int64_t)right); return 1;
    case 0x2b: push(operands, (int64_t)left > (int64_t)right); return 1;
    case 0x2c: push(operands, (int64_t)left <= (int64_t)right); return 1;
    case 0x2d: push(operands, (int64_t)left < (int64_t)right); return 1;
    case 0x2e: push(operands, left != right); return 1;
    default: return 0;
    }
}

/** A register's value by its number, the code's address included. */
static uint64_t value_of(const struct registers *registers, uint64_t number) {
#if defined(__x86_64__)
    if (number == 16) return registers->pc;
#endif
    return number < REGISTER_COUNT ? registers->values[number] : 0;
}

/** Computes an expression. Returns 1, or 0. */
static int compute(struct frame_cursor cursor, const struct registers *registers, struct stack_page *page,
                   struct operands *operands, uint64_t *result) {
    cursor_cut(&cursor, cursor_unsigned(&cursor));
    while (cursor.at < cursor.end && !cursor.has_failed) {
        uint8_t operation = cursor_number(&cursor, 1);
        uint64_t word = 0;
        if (operation >= 0x30 && operation <= 0x4f) push(operands, operation - 0x30u);
        else if (operation >= 0x70 && operation <= 0x8f)
            push(operands, value_of(registers, operation - 0x70u) + (uint64_t)cursor_signed(&cursor));
        else if (operation == 0x92) {
            uint64_t number = cursor_unsigned(&cursor);
            push(operands, value_of(registers, number) + (uint64_t)cursor_signed(&cursor));
        } else if (operation == 0x06) {
            if (!read_word(page, pop(operands), &word)) return 0;
            push(operands, word);
        } else if (operation == 0x03 || operation == 0x0e || operation == 0x0f) push(operands, cursor_number(&cursor, 8));
        else if (operation == 0x08) push(operands, cursor_number(&cursor, 1));
        else if (operation == 0x09) push(operands, (uint64_t)(int64_t)(int8_t)cursor_number(&cursor, 1));
        else if (operation == 0x0a) push(operands, cursor_number(&cursor, 2));
        else if (operation == 0x0b) push(operands, (uint64_t)(int64_t)(int16_t)cursor_number(&cursor, 2));
        else if (operation == 0x0c) push(operands, cursor_number(&cursor, 4));
        else if (operation == 0x0d) push(operands, (uint64_t)(int64_t)(int32_t)cursor_number(&cursor, 4));
        else if (operation == 0x10) push(operands, cursor_unsigned(&cursor));
        else if (operation == 0x11) push(operands, (uint64_t)cursor_signed(&cursor));
        else if (operation == 0x12) {
            word = pop(operands);
            push(operands, word);
            push(operands, word);
        } else if (operation == 0x23) push(operands, pop(operands) + cursor_unsigned(&cursor));
        else if (!combine(operands, operation)) return 0;
        if (operands->count < 0 || operands->count > 16) return 0;
    }
    *result = pop(operands);
    return !cursor.has_failed && operands->count >= 0;
}

/** Computes an expression that begins with nothing, or with the frame's address. */
static int compute_at(uint64_t place, const struct walked_image *image, const struct registers *registers,
                      struct stack_page *page, const uint64_t *frame, uint64_t *result) {
    struct operands operands = {.count = 0};
    if (frame != NULL) push(&operands, *frame);
    return compute((struct frame_cursor){place, image->tables_end, 0}, registers, page, &operands, result);
}

/* From one frame to the next. */

/** An address without the signature that AArch64 puts into one. */
static uint64_t strip(uint64_t address) {
#if defined(__aarch64__)
    return address & 0x0000ffffffffffff;
#else
    return address;
#endif
}

/** Finds a register of the caller. Returns 1, or 0. */
static int find_register(const struct rule *rule, uint64_t number, uint64_t frame, const struct walked_image *image,
                         const struct registers *registers, struct stack_page *page, uint64_t *value) {
    switch (rule->kind) {
    case RULE_SAME: *value = registers->values[number]; return 1;
    case RULE_OFFSET: return read_word(page, frame + (uint64_t)rule->value, value);
    case RULE_VALUE_OFFSET: *value = frame + (uint64_t)rule->value; return 1;
    case RULE_REGISTER: *value = value_of(registers, (uint64_t)rule->value); return 1;
    case RULE_AT:
        return compute_at((uint64_t)rule->value, image, registers, page, &frame, value) &&
               read_word(page, *value, value);
    case RULE_VALUE: return compute_at((uint64_t)rule->value, image, registers, page, &frame, value);
    default: return 0;
    }
}

/** Goes to the caller by the tables. Returns 1; 0 where they say nothing; -1 where they say that there is no caller. */
static int step_by_tables(struct registers *registers, int is_return, const struct walked_image *image,
                          struct stack_page *page, int *is_signal) {
    struct unwind_entry entry;
    uint64_t address = registers->pc - (is_return ? 1 : 0);
    if (image == NULL || !read_entry(image, address, &entry)) return 0;
    struct row row, initial;
    memset(&row, 0, sizeof row);
    struct steps steps = {.entry = &entry, .address = UINT64_MAX, .row = &row};
    if (!take_steps(&steps, entry.common)) return 0;
    initial = row;
    steps.address = address;
    steps.reached = entry.start;
    steps.initial = &initial;
    if (!take_steps(&steps, entry.own)) return 0;

    uint64_t frame = value_of(registers, row.frame_register) + (uint64_t)row.frame_offset;
    if (row.frame_expression != 0 &&
        !compute_at(row.frame_expression, image, registers, page, NULL, &frame))
        return 0;
    if (entry.return_column >= REGISTER_COUNT) return 0;
    if (row.rules[entry.return_column].kind == RULE_UNDEFINED) return -1;
    struct registers next = *registers;
    next.values[STACK_POINTER] = frame;
    for (uint64_t number = 0; number < REGISTER_COUNT; number += 1) {
        const struct rule *rule = &row.rules[number];
        if (rule->kind == RULE_SAME || rule->kind == RULE_UNDEFINED) continue;
        if (!find_register(rule, number, frame, image, registers, page, &next.values[number])) return 0;
    }
    next.pc = strip(next.values[entry.return_column]);
    /* Only a signal may have come with another stack, and only a function that has saved nothing has no frame. */
    int is_stuck = next.pc == registers->pc && next.values[STACK_POINTER] == registers->values[STACK_POINTER];
    if (is_stuck || (!entry.is_signal && frame < registers->values[STACK_POINTER])) return 0;
    *is_signal = entry.is_signal;
    *registers = next;
    return 1;
}

/** Goes to the caller by the frame pointer, for code without tables. Returns 1, or 0. */
static int step_by_pointer(struct registers *registers, const struct walked_images *images, struct stack_page *page) {
    uint64_t pointer = registers->values[FRAME_POINTER], saved = 0, caller = 0;
    if (pointer < registers->values[STACK_POINTER] || pointer % sizeof pointer != 0) return 0;
    if (!read_word(page, pointer, &saved) || !read_word(page, pointer + 8, &caller)) return 0;
    caller = strip(caller);
    if (saved <= pointer || frame_walk_find(images, caller) == NULL) return 0;
    registers->values[FRAME_POINTER] = saved;
    registers->values[STACK_POINTER] = pointer + 16;
    registers->pc = caller;
    return 1;
}

/** Goes back to where a call went to what is no code: nothing of the frame has been made yet. Returns 1, or 0. */
static int step_from_nowhere(struct registers *registers, const struct walked_images *images, struct stack_page *page) {
    uint64_t caller = 0;
#if defined(__x86_64__)
    if (!read_word(page, registers->values[STACK_POINTER], &caller)) return 0;
    if (frame_walk_find(images, caller) == NULL) return 0;
    registers->values[STACK_POINTER] += 8;
#else
    (void)page;
    caller = strip(registers->values[LINK_REGISTER]);
    if (frame_walk_find(images, caller) == NULL) return 0;
#endif
    registers->pc = caller;
    return 1;
}

/** Copies the registers at the moment of a signal. */
static void take_context(const ucontext_t *context, struct registers *registers) {
    memset(registers, 0, sizeof *registers);
#if defined(__x86_64__)
    static const int places[16] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP,
                                   REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    for (int number = 0; number < 16; number += 1)
        registers->values[number] = (uint64_t)context->uc_mcontext.gregs[places[number]];
    registers->pc = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    for (int number = 0; number < 31; number += 1) registers->values[number] = context->uc_mcontext.regs[number];
    registers->values[STACK_POINTER] = context->uc_mcontext.sp;
    registers->pc = context->uc_mcontext.pc;
#endif
}

uint64_t frame_walk_stack_pointer(const ucontext_t *context) {
    struct registers registers;
    take_context(context, &registers);
    return registers.values[STACK_POINTER];
}

void frame_walk(const ucontext_t *context, const struct walked_images *images, frame_taker *take, void *state) {
    struct registers registers;
    struct stack_page page = {.start = 0};
    take_context(context, &registers);
    int is_return = 0;
    for (int count = 0; count < FRAME_LIMIT; count += 1) {
        /* The first may be a call to nowhere; after the others, it is a thread's end. */
        if (count > 0 && registers.pc == 0) return;
        if (!take(state, registers.pc, is_return)) return;
        const struct walked_image *image = frame_walk_find(images, registers.pc - (is_return ? 1 : 0));
        int is_signal = 0, step = step_by_tables(&registers, is_return, image, &page, &is_signal);
        if (step == -1) return;
        if (step == 0) {
            int has_stepped = image == NULL && count == 0 && step_from_nowhere(&registers, images, &page);
            if (!has_stepped && !step_by_pointer(&registers, images, &page)) return;
        }
        is_return = !is_signal;
    }
}
