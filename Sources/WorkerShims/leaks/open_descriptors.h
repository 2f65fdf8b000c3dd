/* SPDX-License-Identifier: MIT
 * Which descriptors are open, by one call for all of them. */
#ifndef OPEN_DESCRIPTORS_H
#define OPEN_DESCRIPTORS_H

#include <poll.h>

/** Asks about the descriptors below a count; returns 0 where the system refuses, as it does where their limit is lower. */
static inline int open_descriptors_ask(struct pollfd *entries, int count) {
    for (int descriptor = 0; descriptor < count; descriptor += 1) entries[descriptor] = (struct pollfd){.fd = descriptor};
    return poll(entries, (nfds_t)count, 0) != -1;
}

/** Whether one was open. */
static inline int open_descriptors_has(const struct pollfd *entries, int descriptor) {
    return (entries[descriptor].revents & POLLNVAL) == 0;
}

#endif
