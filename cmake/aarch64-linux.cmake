# SPDX-License-Identifier: MIT
# Compiles for aarch64 on a machine with another processor: CMake's toolchain file, which `cmake/tarball.sh -t` takes.
#
# The environment names the system that the programs are for:
#   SYSROOT           its root directory, with headers and archives of the C library and of GCC
#   SWIFT_LIBRARIES   the directory that holds swift/ and swift_static/ of its Swift, whose version is the compiler's
# clang, lld and swiftc are those in PATH. So is the emulator (qemu-user), by which the runner prints its man page.
foreach(name SYSROOT SWIFT_LIBRARIES)
    if(NOT IS_DIRECTORY "$ENV{${name}}")
        message(FATAL_ERROR "environment variable ${name}: expected a directory of a system for aarch64, got '$ENV{${name}}'")
    endif()
endforeach()

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_SYSROOT $ENV{SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# CMake's trial programs need not link.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

find_program(emulator NAMES qemu-aarch64-static qemu-aarch64)
if(NOT emulator)
    message(FATAL_ERROR "expected qemu-aarch64-static or qemu-aarch64 in PATH, to run programs for aarch64")
endif()
set(CMAKE_CROSSCOMPILING_EMULATOR ${emulator} -L ${CMAKE_SYSROOT})

set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET aarch64-unknown-linux-gnu)
set(CMAKE_Swift_COMPILER_TARGET aarch64-unknown-linux-gnu)
set(CMAKE_Swift_FLAGS_INIT "-sdk $ENV{SYSROOT} -resource-dir $ENV{SWIFT_LIBRARIES}/swift -use-ld=lld")
# Sources/CMakeLists.txt uses these for what is not compiled by CMake itself, and for the static runner.
set(TESTKIT_SWIFT_LIBRARIES $ENV{SWIFT_LIBRARIES})
