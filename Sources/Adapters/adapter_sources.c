/* SPDX-License-Identifier: MIT */
#include "adapter_sources.h"

/* The assembler reads the files. The build system needs their names to know when to compile again. */
#if !__has_include("XCTestAdapter/Testing.swiftinterface.in") \
    || !__has_include("XCTestAdapter/make.sh") \
    || !__has_include("XCTestAdapter/Sources/Activity.swift") \
    || !__has_include("XCTestAdapter/Sources/AdaptedBundle.swift") \
    || !__has_include("XCTestAdapter/Sources/AdaptedClass.swift") \
    || !__has_include("XCTestAdapter/Sources/AdaptedCopy.swift") \
    || !__has_include("XCTestAdapter/Sources/CopyLock.swift") \
    || !__has_include("XCTestAdapter/Sources/Adapter.swift") \
    || !__has_include("XCTestAdapter/Sources/AdapterSelection.swift") \
    || !__has_include("XCTestAdapter/Sources/AttachmentFolder.swift") \
    || !__has_include("XCTestAdapter/Sources/BundleTable.swift") \
    || !__has_include("XCTestAdapter/Sources/ChildProgram.swift") \
    || !__has_include("XCTestAdapter/Sources/ClassHooks.swift") \
    || !__has_include("XCTestAdapter/Sources/Demangling.swift") \
    || !__has_include("XCTestAdapter/Sources/ELFFile.swift") \
    || !__has_include("XCTestAdapter/Sources/EventRecords.swift") \
    || !__has_include("XCTestAdapter/Sources/LateReceiver.swift") \
    || !__has_include("XCTestAdapter/Sources/ListedSuite.swift") \
    || !__has_include("XCTestAdapter/Sources/ListedTest.swift") \
    || !__has_include("XCTestAdapter/Sources/ListingFilter.swift") \
    || !__has_include("XCTestAdapter/Sources/KeptListing.swift") \
    || !__has_include("XCTestAdapter/Sources/ListingMark.swift") \
    || !__has_include("XCTestAdapter/Sources/MainQueue.swift") \
    || !__has_include("XCTestAdapter/Sources/Measuring.swift") \
    || !__has_include("XCTestAdapter/Sources/MethodPlaces.swift") \
    || !__has_include("XCTestAdapter/Sources/ListeningSuite.swift") \
    || !__has_include("XCTestAdapter/Sources/RecordNames.swift") \
    || !__has_include("XCTestAdapter/Sources/Relinking.swift") \
    || !__has_include("XCTestAdapter/Sources/SharedLibraries.swift") \
    || !__has_include("XCTestAdapter/Sources/SingleCase.swift") \
    || !__has_include("XCTestAdapter/Sources/SpecClasses.swift") \
    || !__has_include("XCTestAdapter/Sources/StartCode.swift") \
    || !__has_include("XCTestAdapter/Sources/SuiteObservers.swift") \
    || !__has_include("XCTestAdapter/Sources/SuiteScope.swift") \
    || !__has_include("XCTestAdapter/Sources/TestArguments.swift") \
    || !__has_include("XCTestAdapter/Sources/TestImage.swift") \
    || !__has_include("XCTestAdapter/Sources/TestKitClasses.swift") \
    || !__has_include("XCTestAdapter/Sources/TestPlanner.swift") \
    || !__has_include("XCTestAdapter/Sources/TestRecords.swift") \
    || !__has_include("XCTestAdapter/Sources/TestingEvents.swift") \
    || !__has_include("XCTestAdapter/Sources/TestingListing.swift") \
    || !__has_include("XCTestAdapter/Sources/TestingSuite.swift") \
    || !__has_include("XCTestAdapter/Sources/UnheardIssues.swift") \
    || !__has_include("XCTestAdapter/Sources/UnrunTests.swift") \
    || !__has_include("XCTestAdapter/Sources/UsableNames.swift") \
    || !__has_include("XCTestAdapter/Sources/Variable.swift") \
    || !__has_include("XCTestAdapter/Sources/WorkOrigin.swift") \
    || !__has_include("XCTestAdapter/Sources/WrittenMain.swift") \
    || !__has_include("XCTestAdapter/Sources/XCTestClass.swift") \
    || !__has_include("XCTestAdapter/Sources/XCTestListing.swift") \
    || !__has_include("XCTestAdapter/Sources/XCTestObserver.swift") \
    || !__has_include("XCTestAdapter/Sources/XCTestResult.swift") \
    || !__has_include("XCTestAdapter/Support/imports.c") \
    || !__has_include("XCTestAdapter/Support/main_queue.c") \
    || !__has_include("XCTestAdapter/Support/program.c") \
    || !__has_include("XCTestAdapter/Support/records.c") \
    || !__has_include("XCTestAdapter/Support/symbols.c") \
    || !__has_include("XCTestAdapter/Support/include/adapter_support.h") \
    || !__has_include("XCTestAdapter/Support/include/module.modulemap") \
    || !__has_include("../TestKit/Examples/ValueNames.swift") \
    || !__has_include("../ModuleSection/conformances.h") \
    || !__has_include("../BundleABI/include/testkit_bundle.h")
#error "the sources of the adapter must stand beside adapter_sources.c"
#endif

#define FILES(FILE)                                                                                                    \
    FILE(Testing_swiftinterface_in, "XCTestAdapter/Testing.swiftinterface.in", "Testing.swiftinterface.in") \
    FILE(make_sh, "XCTestAdapter/make.sh", "make.sh") \
    FILE(Sources_Activity_swift, "XCTestAdapter/Sources/Activity.swift", "Sources/Activity.swift") \
    FILE(Sources_AdaptedBundle_swift, "XCTestAdapter/Sources/AdaptedBundle.swift", "Sources/AdaptedBundle.swift") \
    FILE(Sources_AdaptedClass_swift, "XCTestAdapter/Sources/AdaptedClass.swift", "Sources/AdaptedClass.swift") \
    FILE(Sources_AdaptedCopy_swift, "XCTestAdapter/Sources/AdaptedCopy.swift", "Sources/AdaptedCopy.swift") \
    FILE(Sources_CopyLock_swift, "XCTestAdapter/Sources/CopyLock.swift", "Sources/CopyLock.swift") \
    FILE(Sources_Adapter_swift, "XCTestAdapter/Sources/Adapter.swift", "Sources/Adapter.swift") \
    FILE(Sources_AdapterSelection_swift, "XCTestAdapter/Sources/AdapterSelection.swift", "Sources/AdapterSelection.swift") \
    FILE(Sources_AttachmentFolder_swift, "XCTestAdapter/Sources/AttachmentFolder.swift", "Sources/AttachmentFolder.swift") \
    FILE(Sources_BundleTable_swift, "XCTestAdapter/Sources/BundleTable.swift", "Sources/BundleTable.swift") \
    FILE(Sources_ChildProgram_swift, "XCTestAdapter/Sources/ChildProgram.swift", "Sources/ChildProgram.swift") \
    FILE(Sources_ClassHooks_swift, "XCTestAdapter/Sources/ClassHooks.swift", "Sources/ClassHooks.swift") \
    FILE(Sources_Demangling_swift, "XCTestAdapter/Sources/Demangling.swift", "Sources/Demangling.swift") \
    FILE(Sources_ELFFile_swift, "XCTestAdapter/Sources/ELFFile.swift", "Sources/ELFFile.swift") \
    FILE(Sources_EventRecords_swift, "XCTestAdapter/Sources/EventRecords.swift", "Sources/EventRecords.swift") \
    FILE(Sources_LateReceiver_swift, "XCTestAdapter/Sources/LateReceiver.swift", "Sources/LateReceiver.swift") \
    FILE(Sources_ListedSuite_swift, "XCTestAdapter/Sources/ListedSuite.swift", "Sources/ListedSuite.swift") \
    FILE(Sources_ListedTest_swift, "XCTestAdapter/Sources/ListedTest.swift", "Sources/ListedTest.swift") \
    FILE(Sources_ListingFilter_swift, "XCTestAdapter/Sources/ListingFilter.swift", "Sources/ListingFilter.swift") \
    FILE(Sources_KeptListing_swift, "XCTestAdapter/Sources/KeptListing.swift", "Sources/KeptListing.swift") \
    FILE(Sources_ListingMark_swift, "XCTestAdapter/Sources/ListingMark.swift", "Sources/ListingMark.swift") \
    FILE(Sources_MainQueue_swift, "XCTestAdapter/Sources/MainQueue.swift", "Sources/MainQueue.swift") \
    FILE(Sources_Measuring_swift, "XCTestAdapter/Sources/Measuring.swift", "Sources/Measuring.swift") \
    FILE(Sources_MethodPlaces_swift, "XCTestAdapter/Sources/MethodPlaces.swift", "Sources/MethodPlaces.swift") \
    FILE(Sources_ListeningSuite_swift, "XCTestAdapter/Sources/ListeningSuite.swift", "Sources/ListeningSuite.swift") \
    FILE(Sources_RecordNames_swift, "XCTestAdapter/Sources/RecordNames.swift", "Sources/RecordNames.swift") \
    FILE(Sources_Relinking_swift, "XCTestAdapter/Sources/Relinking.swift", "Sources/Relinking.swift") \
    FILE(Sources_SharedLibraries_swift, "XCTestAdapter/Sources/SharedLibraries.swift", "Sources/SharedLibraries.swift") \
    FILE(Sources_SingleCase_swift, "XCTestAdapter/Sources/SingleCase.swift", "Sources/SingleCase.swift") \
    FILE(Sources_SpecClasses_swift, "XCTestAdapter/Sources/SpecClasses.swift", "Sources/SpecClasses.swift") \
    FILE(Sources_StartCode_swift, "XCTestAdapter/Sources/StartCode.swift", "Sources/StartCode.swift") \
    FILE(Sources_SuiteObservers_swift, "XCTestAdapter/Sources/SuiteObservers.swift", "Sources/SuiteObservers.swift") \
    FILE(Sources_SuiteScope_swift, "XCTestAdapter/Sources/SuiteScope.swift", "Sources/SuiteScope.swift") \
    FILE(Sources_TestArguments_swift, "XCTestAdapter/Sources/TestArguments.swift", "Sources/TestArguments.swift") \
    FILE(Sources_TestImage_swift, "XCTestAdapter/Sources/TestImage.swift", "Sources/TestImage.swift") \
    FILE(Sources_TestKitClasses_swift, "XCTestAdapter/Sources/TestKitClasses.swift", "Sources/TestKitClasses.swift") \
    FILE(Sources_TestPlanner_swift, "XCTestAdapter/Sources/TestPlanner.swift", "Sources/TestPlanner.swift") \
    FILE(Sources_TestRecords_swift, "XCTestAdapter/Sources/TestRecords.swift", "Sources/TestRecords.swift") \
    FILE(Sources_TestingEvents_swift, "XCTestAdapter/Sources/TestingEvents.swift", "Sources/TestingEvents.swift") \
    FILE(Sources_TestingListing_swift, "XCTestAdapter/Sources/TestingListing.swift", "Sources/TestingListing.swift") \
    FILE(Sources_TestingSuite_swift, "XCTestAdapter/Sources/TestingSuite.swift", "Sources/TestingSuite.swift") \
    FILE(Sources_UnheardIssues_swift, "XCTestAdapter/Sources/UnheardIssues.swift", "Sources/UnheardIssues.swift") \
    FILE(Sources_UnrunTests_swift, "XCTestAdapter/Sources/UnrunTests.swift", "Sources/UnrunTests.swift") \
    FILE(Sources_UsableNames_swift, "XCTestAdapter/Sources/UsableNames.swift", "Sources/UsableNames.swift") \
    FILE(Sources_Variable_swift, "XCTestAdapter/Sources/Variable.swift", "Sources/Variable.swift") \
    FILE(Sources_WorkOrigin_swift, "XCTestAdapter/Sources/WorkOrigin.swift", "Sources/WorkOrigin.swift") \
    FILE(Sources_WrittenMain_swift, "XCTestAdapter/Sources/WrittenMain.swift", "Sources/WrittenMain.swift") \
    FILE(Sources_XCTestClass_swift, "XCTestAdapter/Sources/XCTestClass.swift", "Sources/XCTestClass.swift") \
    FILE(Sources_XCTestListing_swift, "XCTestAdapter/Sources/XCTestListing.swift", "Sources/XCTestListing.swift") \
    FILE(Sources_XCTestObserver_swift, "XCTestAdapter/Sources/XCTestObserver.swift", "Sources/XCTestObserver.swift") \
    FILE(Sources_XCTestResult_swift, "XCTestAdapter/Sources/XCTestResult.swift", "Sources/XCTestResult.swift") \
    FILE(Support_imports_c, "XCTestAdapter/Support/imports.c", "Support/imports.c") \
    FILE(Support_main_queue_c, "XCTestAdapter/Support/main_queue.c", "Support/main_queue.c") \
    FILE(Support_program_c, "XCTestAdapter/Support/program.c", "Support/program.c") \
    FILE(Support_records_c, "XCTestAdapter/Support/records.c", "Support/records.c") \
    FILE(Support_symbols_c, "XCTestAdapter/Support/symbols.c", "Support/symbols.c") \
    FILE(Support_include_adapter_support_h, "XCTestAdapter/Support/include/adapter_support.h", "Support/include/adapter_support.h") \
    FILE(Support_include_module_modulemap, "XCTestAdapter/Support/include/module.modulemap", "Support/include/module.modulemap") \
    FILE(ValueNames_swift, "../TestKit/Examples/ValueNames.swift", "Sources/ValueNames.swift") \
    FILE(conformances_h, "../ModuleSection/conformances.h", "Support/include/conformances.h") \
    FILE(testkit_bundle_h, "../BundleABI/include/testkit_bundle.h", "Support/include/testkit_bundle.h")

#define TAKE(symbol, path, name)                                                                                       \
    __asm__(".pushsection .rodata.adapter_sources,\"a\",%progbits\n"                                                    \
            ".hidden adapter_source_" #symbol "\n.global adapter_source_" #symbol "\nadapter_source_" #symbol ":\n"     \
            ".incbin \"" path "\"\n"                                                                                    \
            ".hidden adapter_end_" #symbol "\n.global adapter_end_" #symbol "\nadapter_end_" #symbol ":\n"              \
            ".byte 0\n.popsection\n");                                                                                  \
    extern const unsigned char adapter_source_##symbol[], adapter_end_##symbol[];
FILES(TAKE)

#define LIST(symbol, path, name) {name, adapter_source_##symbol, adapter_end_##symbol},
static const struct {
    const char *name;
    const unsigned char *start, *end;
} files[] = {FILES(LIST)};

size_t adapter_source_count(void) { return sizeof files / sizeof *files; }

adapter_source adapter_source_at(size_t index) {
    return (adapter_source){files[index].name, files[index].start, (size_t)(files[index].end - files[index].start)};
}
