/* SPDX-License-Identifier: MIT */
#include "beta.h"

/* As in beta.c. */
static int hidden(void) { return 100; }

int gamma_hidden(void) { return hidden(); }

int beta_mode(void) { return BETA_MODE; }

__attribute__((weak)) int beta_weak(void) { return 1; }
