/* SPDX-License-Identifier: MIT */
#include "worker_shims.h"

#include <unistd.h>

pid_t worker_fork(void) { return fork(); }
