/* SPDX-License-Identifier: MIT */
#include "local.h"

static _Thread_local int local = 40;
int add_to_local(int amount) { return local += amount; }
