/* SPDX-License-Identifier: MIT
 * EXPORTED marks a function that libraries use in place of their own or the C library's. The program's exports.list names it as
 * well; without either, a build that hides what is not marked would leave the function to the program alone. */
#ifndef EXPORTED_H
#define EXPORTED_H

#define EXPORTED __attribute__((visibility("default")))

#endif
