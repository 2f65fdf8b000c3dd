/* SPDX-License-Identifier: MIT
 * Calls of the kernel that this program's own syscall(2), which notes some of them (reach_uses.c), does not see. */
#ifndef KERNEL_CALL_H
#define KERNEL_CALL_H

#if defined(__x86_64__)

#include <errno.h>

/** Calls the kernel with four words; -1 with errno where it refuses. Any thread, and signal handlers. */
static inline long kernel_call(long number, long first, long second, long third, long fourth) {
    long result;
    register long last __asm__("r10") = fourth;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(first), "S"(second), "d"(third), "r"(last)
                     : "rcx", "r11", "memory");
    if (result > -4096 && result < 0) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

#endif

#endif
