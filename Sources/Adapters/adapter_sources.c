/* SPDX-License-Identifier: MIT */
#include "adapter_sources.h"

#include <stdint.h>
#include <string.h>

/* The files of the adapter, and those of others with the paths that they have there. */
#define FILES(OWN, OTHER)                                                                                              \
    OWN("XCTestAdapter/Testing.swiftinterface.in") \
    OWN("XCTestAdapter/make.sh") \
    OWN("XCTestAdapter/Sources/Activity.swift") \
    OWN("XCTestAdapter/Sources/AdaptedBundle.swift") \
    OWN("XCTestAdapter/Sources/AdaptedClass.swift") \
    OWN("XCTestAdapter/Sources/AdaptedCopy.swift") \
    OWN("XCTestAdapter/Sources/CopyLock.swift") \
    OWN("XCTestAdapter/Sources/Adapter.swift") \
    OWN("XCTestAdapter/Sources/AdapterSelection.swift") \
    OWN("XCTestAdapter/Sources/AttachmentFolder.swift") \
    OWN("XCTestAdapter/Sources/BundleTable.swift") \
    OWN("XCTestAdapter/Sources/ChildProgram.swift") \
    OWN("XCTestAdapter/Sources/ClassHooks.swift") \
    OWN("XCTestAdapter/Sources/Demangling.swift") \
    OWN("XCTestAdapter/Sources/ELFFile.swift") \
    OWN("XCTestAdapter/Sources/EventRecords.swift") \
    OWN("XCTestAdapter/Sources/LateReceiver.swift") \
    OWN("XCTestAdapter/Sources/ListedSuite.swift") \
    OWN("XCTestAdapter/Sources/ListedTest.swift") \
    OWN("XCTestAdapter/Sources/ListingFilter.swift") \
    OWN("XCTestAdapter/Sources/KeptListing.swift") \
    OWN("XCTestAdapter/Sources/ListingMark.swift") \
    OWN("XCTestAdapter/Sources/MainQueue.swift") \
    OWN("XCTestAdapter/Sources/Measuring.swift") \
    OWN("XCTestAdapter/Sources/MethodPlaces.swift") \
    OWN("XCTestAdapter/Sources/ListeningSuite.swift") \
    OWN("XCTestAdapter/Sources/RecordNames.swift") \
    OWN("XCTestAdapter/Sources/Relinking.swift") \
    OWN("XCTestAdapter/Sources/SharedLibraries.swift") \
    OWN("XCTestAdapter/Sources/SingleCase.swift") \
    OWN("XCTestAdapter/Sources/SpecClasses.swift") \
    OWN("XCTestAdapter/Sources/StartCode.swift") \
    OWN("XCTestAdapter/Sources/SuiteObservers.swift") \
    OWN("XCTestAdapter/Sources/SuiteScope.swift") \
    OWN("XCTestAdapter/Sources/TestArguments.swift") \
    OWN("XCTestAdapter/Sources/TestImage.swift") \
    OWN("XCTestAdapter/Sources/TestKitClasses.swift") \
    OWN("XCTestAdapter/Sources/TestPlanner.swift") \
    OWN("XCTestAdapter/Sources/TestRecords.swift") \
    OWN("XCTestAdapter/Sources/TestingEvents.swift") \
    OWN("XCTestAdapter/Sources/TestingListing.swift") \
    OWN("XCTestAdapter/Sources/TestingSuite.swift") \
    OWN("XCTestAdapter/Sources/UnheardIssues.swift") \
    OWN("XCTestAdapter/Sources/UnrunTests.swift") \
    OWN("XCTestAdapter/Sources/UsableNames.swift") \
    OWN("XCTestAdapter/Sources/Variable.swift") \
    OWN("XCTestAdapter/Sources/WorkOrigin.swift") \
    OWN("XCTestAdapter/Sources/WrittenMain.swift") \
    OWN("XCTestAdapter/Sources/XCTestClass.swift") \
    OWN("XCTestAdapter/Sources/XCTestListing.swift") \
    OWN("XCTestAdapter/Sources/XCTestObserver.swift") \
    OWN("XCTestAdapter/Sources/XCTestResult.swift") \
    OWN("XCTestAdapter/Support/imports.c") \
    OWN("XCTestAdapter/Support/main_queue.c") \
    OWN("XCTestAdapter/Support/program.c") \
    OWN("XCTestAdapter/Support/records.c") \
    OWN("XCTestAdapter/Support/symbols.c") \
    OWN("XCTestAdapter/Support/include/adapter_support.h") \
    OWN("XCTestAdapter/Support/include/module.modulemap") \
    OTHER("../TestKit/Examples/ValueNames.swift", "Sources/ValueNames.swift") \
    OTHER("../ModuleSection/conformances.h", "Support/include/conformances.h") \
    OTHER("../WorkerShims/system/imported_functions.h", "Support/include/imported_functions.h") \
    OTHER("../BundleABI/include/testkit_bundle.h", "Support/include/testkit_bundle.h")

/* The assembler reads the files. The build system needs their names to know when to compile again. */
#define IS_OWN_MISSING(path) || !__has_include(path)
#define IS_MISSING(path, name) || !__has_include(path)
#if 0 FILES(IS_OWN_MISSING, IS_MISSING)
#error "the sources of the adapter must stand beside adapter_sources.c"
#endif

/* In this order: the size of a file, its path, its text. */
#define TAKE_OWN(path) TAKE(path, path)
#define TAKE(path, name) ".8byte 2f - 1f\n.asciz \"" name "\"\n1: .incbin \"" path "\"\n2:\n"
#define SYMBOL(name) ".hidden " name "\n.global " name "\n" name ":\n"
__asm__(".pushsection .rodata.adapter_sources,\"a\",%progbits\n" SYMBOL("adapter_sources_start")
            FILES(TAKE_OWN, TAKE) SYMBOL("adapter_sources_end") ".popsection\n");
extern const unsigned char adapter_sources_start[], adapter_sources_end[];

/* The file at a place; `next` becomes the place after it. */
static adapter_source source_at(const unsigned char *place, const unsigned char **next) {
    static const char directory[] = "XCTestAdapter/";
    uint64_t size;
    memcpy(&size, place, sizeof size);
    const char *name = (const char *)place + sizeof size;
    const unsigned char *text = (const unsigned char *)name + strlen(name) + 1;
    *next = text + size;
    if (strncmp(name, directory, sizeof directory - 1) == 0) name += sizeof directory - 1;
    return (adapter_source){name, text, size};
}

size_t adapter_source_count(void) {
    size_t count = 0;
    for (const unsigned char *place = adapter_sources_start; place < adapter_sources_end; count++) source_at(place, &place);
    return count;
}

adapter_source adapter_source_at(size_t index) {
    const unsigned char *place = adapter_sources_start;
    for (; index > 0; index--) source_at(place, &place);
    return source_at(place, &place);
}
