# SPDX-License-Identifier: MIT
#
# testkit_add_bundle(NAME <name> SOURCES <file>... [DEPENDS <target>...] [SHARED])
#
#   Adds the target <name>, a bundle that `runner` loads: lib<name>.so in TESTKIT_BUNDLE_DIRECTORY, which is
#   bundles/ in the build directory unless the project sets it before. The sources are either all Swift, and TestKit and
#   the registration of their test classes are added, or all C, and one of them defines testkit_bundle_entry().
#   DEPENDS are libraries that it links. With SHARED it links TestKit as one shared library, libTestKitShared.so, which
#   suite libraries that it DEPENDS on must do, too (docs/SharedBases.md).
#
# testkit_add_suite_library(NAME <name> SOURCES <file>... [DEPENDS <target>...] [SHARED])
#
#   Adds a static library of Swift test classes, such as base classes, for bundles to name under DEPENDS. All of
#   its classes are registered in each of them. With SHARED it is a shared library, beside the bundles and a bundle itself:
#   its classes are the superclasses of theirs, and TestKit is one for all.
#
# testkit_discover_tests(<bundle> [CASES] [TIMEOUT <seconds>] [LABELS <label>...] [RUNNER_OPTIONS <option>...])
#
#   After each build of the bundle asks the runner for its classes, and makes each a test of CTest; with CASES, each case,
#   its examples together, which repeats the set-up of its class for each. `ctest -j` runs them side by side.
#   A test's labels are the bundle's name, the tags of its cases, and LABELS: `ctest -L slow`. TIMEOUT is CTest's for a
#   whole test; the runner's own limits hold for each case in it. A test is skipped for CTest where nothing in it can run
#   here (exit code 3), or where all that ran said that it should not. The options, such as --seed N, are given to the
#   runner; with a --platform of theirs, CTest knows the classes that can run without it.

# Where the files beside this one are; a function's own CMAKE_CURRENT_LIST_DIR is its caller's.
set(_TESTKIT_CMAKE_DIRECTORY ${CMAKE_CURRENT_LIST_DIR})

function(testkit_add_bundle)
    _testkit_arguments(testkit_add_bundle ${ARGN})
    _testkit_language(language testkit_add_bundle ${arg_SOURCES})

    add_library(${arg_NAME} MODULE ${arg_SOURCES})
    if(NOT TESTKIT_BUNDLE_DIRECTORY)
        set(TESTKIT_BUNDLE_DIRECTORY ${CMAKE_BINARY_DIR}/bundles)
    endif()
    set_target_properties(${arg_NAME} PROPERTIES
        PREFIX lib
        LIBRARY_OUTPUT_DIRECTORY ${TESTKIT_BUNDLE_DIRECTORY}
        C_VISIBILITY_PRESET hidden)
    if(language STREQUAL "Swift")
        _testkit_swift_module(${arg_NAME} ${arg_SOURCES})
        if(arg_SHARED)
            _testkit_share(${arg_NAME} PRIVATE)
        else()
            _testkit_link(${arg_NAME} TestKit::TestKit)
        endif()
    else()
        target_link_libraries(${arg_NAME} PRIVATE TestKit::BundleABI)
    endif()
    set(map ${_TESTKIT_CMAKE_DIRECTORY}/testkit_bundle.map)
    target_link_options(${arg_NAME} PRIVATE "LINKER:--version-script=${map}")
    set_property(TARGET ${arg_NAME} APPEND PROPERTY LINK_DEPENDS ${map})
    _testkit_link(${arg_NAME} ${arg_DEPENDS})
endfunction()

function(testkit_add_suite_library)
    _testkit_arguments(testkit_add_suite_library ${ARGN})
    _testkit_language(language testkit_add_suite_library ${arg_SOURCES})
    if(NOT language STREQUAL "Swift")
        message(FATAL_ERROR "testkit_add_suite_library: expected Swift sources for '${arg_NAME}', got ${language}")
    endif()
    if(arg_SHARED)
        add_library(${arg_NAME} SHARED ${arg_SOURCES})
        if(NOT TESTKIT_BUNDLE_DIRECTORY)
            set(TESTKIT_BUNDLE_DIRECTORY ${CMAKE_BINARY_DIR}/bundles)
        endif()
        set_target_properties(${arg_NAME} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${TESTKIT_BUNDLE_DIRECTORY})
        _testkit_share(${arg_NAME} PUBLIC)
        # Whoever imports its module is told to link it by name; an option, for a link directory would become a run path.
        target_link_options(${arg_NAME} INTERFACE -L$<TARGET_FILE_DIR:${arg_NAME}>)
        target_link_libraries(${arg_NAME} PUBLIC ${arg_DEPENDS})
    else()
        add_library(${arg_NAME} STATIC ${arg_SOURCES})
        set_target_properties(${arg_NAME} PROPERTIES POSITION_INDEPENDENT_CODE ON)
        testkit_whole_object(${arg_NAME})
        target_link_libraries(${arg_NAME} PUBLIC TestKit::TestKit ${arg_DEPENDS})
    endif()
    _testkit_swift_module(${arg_NAME} ${arg_SOURCES})
    get_target_property(modules ${arg_NAME} Swift_MODULE_DIRECTORY)
    target_include_directories(${arg_NAME} INTERFACE ${modules})
endfunction()

function(testkit_discover_tests bundle)
    cmake_parse_arguments(arg "CASES" "TIMEOUT" "LABELS;RUNNER_OPTIONS" ${ARGN})
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "testkit_discover_tests: unexpected '${arg_UNPARSED_ARGUMENTS}' for '${bundle}'")
    endif()
    set(tests ${CMAKE_CURRENT_BINARY_DIR}/${bundle}.tests.cmake)
    set(include ${CMAKE_CURRENT_BINARY_DIR}/${bundle}.include.cmake)
    add_custom_command(TARGET ${bundle} POST_BUILD
        BYPRODUCTS ${tests}
        COMMAND ${CMAKE_COMMAND} -DRUNNER=$<TARGET_FILE:TestKit::runner> -DBUNDLE=$<TARGET_FILE:${bundle}>
                "-DOPTIONS=${arg_RUNNER_OPTIONS}" -DCASES=${arg_CASES} "-DLABELS=${arg_LABELS}"
                "-DTIMEOUT=${arg_TIMEOUT}" -DOUTPUT=${tests}
                -P ${_TESTKIT_CMAKE_DIRECTORY}/TestKitDiscover.cmake
        VERBATIM)
    add_dependencies(${bundle} TestKit::runner)
    # Until it is built, the bundle counts as one test that fails.
    file(WRITE ${include} "if(EXISTS [==[${tests}]==])\n    include([==[${tests}]==])\n"
                          "else()\n    add_test([==[${bundle} is not built]==] [==[${bundle}]==])\nendif()\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()

# Sets arg_NAME, arg_SOURCES (absolute), arg_DEPENDS and arg_SHARED in the caller.
macro(_testkit_arguments command)
    cmake_parse_arguments(arg "SHARED" "NAME" "SOURCES;DEPENDS" ${ARGN})
    if(NOT arg_NAME)
        message(FATAL_ERROR "${command}: NAME is missing")
    elseif(NOT arg_SOURCES)
        message(FATAL_ERROR "${command}: '${arg_NAME}' has no SOURCES")
    elseif(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${command}: unexpected '${arg_UNPARSED_ARGUMENTS}' for '${arg_NAME}'")
    endif()
    list(TRANSFORM arg_SOURCES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")
endmacro()

# Sets `result` to the language of the sources, Swift or C. CMake does not build both into one target.
function(_testkit_language result command)
    set(swift ${ARGN})
    list(FILTER swift INCLUDE REGEX "\\.swift$")
    if(NOT swift)
        set(${result} C PARENT_SCOPE)
    elseif("${swift}" STREQUAL "${ARGN}")
        set(${result} Swift PARENT_SCOPE)
    else()
        message(FATAL_ERROR "${command}: expected sources of one language, got Swift and others: "
                            "put the others into a library and name it under DEPENDS")
    endif()
endfunction()

# Compiles a target's sources as Swift 6, with the registration of their test classes.
function(_testkit_swift_module target)
    get_filename_component(compiler ${CMAKE_Swift_COMPILER} REALPATH)
    # <toolchain>/bin/swiftc
    cmake_path(GET compiler PARENT_PATH toolchain)
    cmake_path(GET toolchain PARENT_PATH toolchain)
    set(registration ${CMAKE_CURRENT_BINARY_DIR}/${target}.registration/TestRegistration.swift)
    set(assertions ${CMAKE_CURRENT_BINARY_DIR}/${target}.registration/TestAssertions.swift)
    add_custom_command(
        OUTPUT ${registration} ${assertions}
        COMMAND TestKit::BundleRegistrar --module ${target} --output ${registration} --assertions ${assertions}
                --toolchain ${toolchain} -- ${ARGN}
        DEPENDS TestKit::BundleRegistrar ${ARGN}
        COMMENT "Registering the tests of ${target}"
        VERBATIM)
    target_sources(${target} PRIVATE ${registration} ${assertions})
    if(CMAKE_Swift_MODULE_DIRECTORY)
        set(modules ${CMAKE_Swift_MODULE_DIRECTORY})
    else()
        set(modules ${CMAKE_CURRENT_BINARY_DIR}/swift)
    endif()
    set_target_properties(${target} PROPERTIES
        Swift_LANGUAGE_VERSION 6
        Swift_MODULE_NAME ${target}
        Swift_MODULE_DIRECTORY ${modules})
endfunction()

# Joins a static library into one object file. Nothing refers to the entry and the registrations: an archive would be
# searched in vain for them. (--whole-archive is no way: the Swift driver moves archives out of its reach.)
function(testkit_whole_object target)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}.whole.o)
    add_custom_command(
        OUTPUT ${object}
        COMMAND ${CMAKE_LINKER} -r -o ${object} --whole-archive $<TARGET_FILE:${target}>
        DEPENDS ${target}
        COMMENT "Joining the objects of ${target}"
        VERBATIM)
    add_custom_target(${target}_whole ALL DEPENDS ${object})
    set_target_properties(${target} PROPERTIES TESTKIT_OBJECT ${object} TESTKIT_OBJECT_TARGET ${target}_whole)
endfunction()

# Links TestKit as a shared library. It is found beside the bundle, too, where both are copied to another place.
function(_testkit_share target scope)
    target_link_libraries(${target} ${scope} TestKit::TestKitShared)
    set_property(TARGET ${target} APPEND PROPERTY BUILD_RPATH "$ORIGIN")
    set_property(TARGET ${target} APPEND PROPERTY INSTALL_RPATH "$ORIGIN")
    # Modules are compiled with -module-link-name: the linker looks for their archives, and must find nothing in them.
    set(empty ${CMAKE_BINARY_DIR}/testkit-empty)
    foreach(library TestKit TestKitResources)
        file(WRITE ${empty}/lib${library}.a "!<arch>\n")
    endforeach()
    target_link_options(${target} ${scope} -L${empty})
endfunction()

# Links libraries; those that have one, by their object.
function(_testkit_link target)
    foreach(dependency IN LISTS ARGN)
        set(object "")
        if(TARGET ${dependency})
            get_target_property(object ${dependency} TESTKIT_OBJECT)
        endif()
        if(NOT object)
            target_link_libraries(${target} PRIVATE ${dependency})
            continue()
        endif()
        get_target_property(linked ${target} TESTKIT_LINKED)
        if(dependency IN_LIST linked)
            continue()
        endif()
        set_property(TARGET ${target} APPEND PROPERTY TESTKIT_LINKED ${dependency})
        target_link_libraries(${target} PRIVATE ${object})
        # CMake compiles modules with -module-link-name: the linker looks for the archive, and needs nothing of it.
        # An option, for a link directory would become a run path.
        target_link_options(${target} PRIVATE -L$<TARGET_FILE_DIR:${dependency}>)
        set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${object})
        target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:${dependency},INTERFACE_INCLUDE_DIRECTORIES>)
        get_target_property(maker ${dependency} TESTKIT_OBJECT_TARGET)
        if(maker)
            add_dependencies(${target} ${maker})
        endif()
        # The libraries that it links itself.
        get_target_property(libraries ${dependency} INTERFACE_LINK_LIBRARIES)
        if(libraries)
            _testkit_link(${target} ${libraries})
        endif()
    endforeach()
endfunction()
