/* SPDX-License-Identifier: MIT
 * The main queue, served by the main thread as Foundation's run loop does it. */
#include "adapter_support.h"

#include <poll.h>
#include <unistd.h>

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

void adapter_serve_main_queue(const volatile int *done) {
    struct pollfd queue = {_dispatch_get_main_queue_handle_4CF(), POLLIN, 0};
    while (!__atomic_load_n(done, __ATOMIC_ACQUIRE)) {
        if (poll(&queue, 1, -1) <= 0) continue;
        uint64_t count;
        /* The value is the number of times that the queue was woken. */
        if (read(queue.fd, &count, sizeof count) >= 0) _dispatch_main_queue_callback_4CF(NULL);
    }
}
