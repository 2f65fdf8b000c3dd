/* SPDX-License-Identifier: MIT
 * The names of functions as people write them. */
#ifndef SYMBOL_NAMES_H
#define SYMBOL_NAMES_H

/** A function's name of a linker's name, in Swift or C++; null where it is neither, or nobody here knows. Owned by the
 *  caller, who frees it. A name may be written so that reading it takes a process down: ask in one that does not matter. */
char *symbol_name(const char *symbol);
/** The same with modules and types, where the runtime knows them. */
char *symbol_full_name(const char *symbol);

#endif
