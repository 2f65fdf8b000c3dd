/* SPDX-License-Identifier: MIT */
#include "report_page.h"

/* The assembler reads the files; the compiler is informed of them only so that it knows when to be called again. */
#if !__has_include("page.html") || !__has_include("page.css") || !__has_include("script/model.js")                     \
    || !__has_include("script/elements.js") || !__has_include("script/detail.js")                                      \
    || !__has_include("script/history.js") || !__has_include("script/classes.js") || !__has_include("script/timeline.js") || !__has_include("script/page.js")
#error "the files of the report's page must stand beside report_page.c"
#endif

#define FILE(name) ".incbin \"" name "\"\n"
#define SYMBOL(name) ".hidden report_page_" name "\n.global report_page_" name "\nreport_page_" name ":\n"
#define PART(name, files)                                                                                              \
    __asm__(".pushsection .rodata.report_page,\"a\",%progbits\n" SYMBOL(#name "_start") files SYMBOL(#name "_end")      \
            ".popsection\n");                                                                                          \
    extern const unsigned char report_page_##name##_start[], report_page_##name##_end[];                               \
    report_part report_page_##name(void) {                                                                             \
        const unsigned char *start = report_page_##name##_start;                                                       \
        return (report_part){start, (size_t)(report_page_##name##_end - start)};                                       \
    }

PART(frame, FILE("page.html"))
PART(style, FILE("page.css"))
/* One script: each file uses what those before it declare. */
PART(script, FILE("script/model.js") FILE("script/elements.js") FILE("script/detail.js") FILE("script/history.js")
                 FILE("script/classes.js") FILE("script/timeline.js") FILE("script/page.js"))
