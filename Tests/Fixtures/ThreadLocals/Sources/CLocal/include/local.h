/* SPDX-License-Identifier: MIT */
/** Adds to a number that each thread has for itself, and returns it. */
int add_to_local(int amount);
