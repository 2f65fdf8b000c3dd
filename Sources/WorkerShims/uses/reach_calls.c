/* SPDX-License-Identifier: MIT
 * Notes a function's first entry by a call in the place of its first bytes (reach.h), which takes a hundredth of the time of a
 * breakpoint's signal. */
#define _GNU_SOURCE
#include "reach_regions.h"

#include <string.h>
#include <sys/mman.h>

#if CAN_RECORD

/** The code that the calls lead to: it keeps all registers that a function may be entered with, has the entry noted, and goes back to
 *  where the call was, whose bytes are the function's own again. Vector registers stay as they are, since nothing here uses them. */
void reach_call_target(void);
__asm__(".pushsection .text\n.p2align 4\n.globl reach_call_target\n.hidden reach_call_target\n"
        ".type reach_call_target, @function\nreach_call_target:\n"
        "pushq %rax\npushq %rcx\npushq %rdx\npushq %rsi\npushq %rdi\npushq %r8\npushq %r9\npushq %r10\npushq %r11\n"
        "pushq %rbp\nmovq %rsp, %rbp\nmovq 80(%rbp), %rdi\nandq $-16, %rsp\ncall reach_called\nmovq %rbp, %rsp\npopq %rbp\n"
        "popq %r11\npopq %r10\npopq %r9\npopq %r8\npopq %rdi\npopq %rsi\npopq %rdx\npopq %rcx\npopq %rax\n"
        "subq $5, (%rsp)\nret\n"
        ".size reach_call_target, . - reach_call_target\n.popsection\n");

/** Replaces the first bytes of a function in one step. */
GENERAL_REGISTERS static void write_entry(uint8_t *entry, const uint8_t *bytes) {
    uint64_t *word = (uint64_t *)((uintptr_t)entry & ~(uintptr_t)7);
    unsigned shift = 8 * ((uintptr_t)entry & 7);
    uint64_t wanted = 0, mask = (((uint64_t)1 << 8 * ENTRY_SIZE) - 1) << shift;
    for (unsigned index = 0; index < ENTRY_SIZE; index += 1) wanted |= (uint64_t)bytes[index] << 8 * index;
    uint64_t before = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(
        word, &before, (before & ~mask) | wanted << shift, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {}
}

/** Notes the entry of the function whose call returns to an address. Another thread may have come first: then there is no more to do. */
__attribute__((used, visibility("hidden"))) GENERAL_REGISTERS void reach_called(uintptr_t after) {
    uintptr_t address = after - ENTRY_SIZE;
    for (struct image *image = reach_state.images; image != NULL; image = image->next) {
        long entry = image->is_armed ? reach_entry_at(image, address) : -1;
        if (entry < 0) continue;
        reach_note_entry(image, (size_t)entry);
        write_entry((uint8_t *)address, image->saved[entry]);
        return;
    }
    /* Nothing else leads here. */
    __builtin_trap();
}

int reach_map_calls(struct image *image) {
    uintptr_t last = image->base + image->entries[image->count - 1];
    uint8_t *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED) return -1;
    /* jmp *(%rip), and the address: a call reaches no further than 2 GB. */
    static const uint8_t jump[] = {0xFF, 0x25, 0, 0, 0, 0};
    uintptr_t target = (uintptr_t)reach_call_target;
    memcpy(code, jump, sizeof jump);
    memcpy(code + sizeof jump, &target, sizeof target);
    int64_t near = (int64_t)((uintptr_t)code - image->base), far = (int64_t)((uintptr_t)code - last) - ENTRY_SIZE;
    int is_near = near < INT32_MAX - ENTRY_SIZE && near > INT32_MIN && far < INT32_MAX && far > INT32_MIN;
    if (!is_near || mprotect(code, 4096, PROT_READ | PROT_EXEC) != 0) {
        munmap(code, 4096);
        return -1;
    }
    image->calls = code;
    return 0;
}

int reach_takes_call(const struct image *image, size_t index) {
    if (image->calls == NULL || index >= image->count) return 0;
    const uint8_t *entry = (const uint8_t *)(image->base + image->entries[index]);
    /* Replaced in one step. */
    if (((uintptr_t)entry & 7) + ENTRY_SIZE > 8) return 0;
    if (index + 1 < image->count && image->entries[index + 1] - image->entries[index] < ENTRY_SIZE) return 0;
    /* Code in assembly language may jump past another function's first instruction. After a compiler's prologue it has no reason
     * to, and within an instruction it cannot: push %rbp, mov %rsp, %rbp; lea N(%rip), R. */
    static const uint8_t prologue[] = {0x55, 0x48, 0x89, 0xE5};
    return memcmp(entry, prologue, sizeof prologue) == 0
        || (entry[0] == 0x48 && entry[1] == 0x8D && (entry[2] & 0xC7) == 0x05);
}

void reach_write_call(struct image *image, size_t index) {
    uint8_t *entry = (uint8_t *)(image->base + image->entries[index]);
    int32_t distance = (int32_t)((intptr_t)image->calls - (intptr_t)entry - ENTRY_SIZE);
    uint8_t bytes[ENTRY_SIZE] = {0xE8};
    memcpy(bytes + 1, &distance, sizeof distance);
    memcpy(image->saved[index], entry, ENTRY_SIZE);
    write_entry(entry, bytes);
}

#endif
