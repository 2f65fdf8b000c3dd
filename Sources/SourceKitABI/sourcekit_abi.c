/* SPDX-License-Identifier: MIT */
#include "sourcekit_abi.h"

_Static_assert(sizeof(sk_variant) == 24, "sourcekitd_variant_t is three 64-bit words");
