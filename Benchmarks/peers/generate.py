#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes suites of empty passing cases for the peers: GoogleTest, CppUnit, Boost.Test, Criterion, XCTest, Swift Testing.

usage: generate.py OUTPUT-DIRECTORY PEER CASES [CASES-PER-FILE]

100 cases a class (suite), as generate.py of the folder above has them. The directory is complete: a main function where
the peer brings none, a Package.swift where SwiftPM builds it.
"""
import pathlib
import sys

CASES_PER_CLASS = 100


def gtest(name: str, cases: range) -> str:
    return "".join(f"TEST({name}, testCase{number:04}) {{}}\n" for number in cases)


def cppunit(name: str, cases: range) -> str:
    entries = "".join(f"    CPPUNIT_TEST(testCase{number:04});\n" for number in cases)
    methods = "".join(f"    void testCase{number:04}() {{}}\n" for number in cases)
    return (f"class {name} : public CppUnit::TestFixture {{\n    CPPUNIT_TEST_SUITE({name});\n{entries}"
            f"    CPPUNIT_TEST_SUITE_END();\npublic:\n{methods}}};\nCPPUNIT_TEST_SUITE_REGISTRATION({name});\n")


def boost(name: str, cases: range) -> str:
    body = "".join(f"BOOST_AUTO_TEST_CASE(testCase{number:04}) {{}}\n" for number in cases)
    return f"BOOST_AUTO_TEST_SUITE({name})\n{body}BOOST_AUTO_TEST_SUITE_END()\n"


def criterion(name: str, cases: range) -> str:
    return "".join(f"Test({name}, testCase{number:04}) {{}}\n" for number in cases)


def xctest(name: str, cases: range) -> str:
    methods = "".join(f"    func testCase{number:04}() {{}}\n" for number in cases)
    return f"final class {name}: XCTestCase {{\n{methods}}}\n"


def swift_testing(name: str, cases: range) -> str:
    methods = "".join(f"    @Test func testCase{number:04}() {{}}\n" for number in cases)
    return f"@Suite struct {name} {{\n{methods}}}\n"


CPPUNIT_MAIN = """#include <cppunit/BriefTestProgressListener.h>
#include <cppunit/TestResult.h>
#include <cppunit/TestResultCollector.h>
#include <cppunit/TestRunner.h>
#include <cppunit/extensions/TestFactoryRegistry.h>
#include <cstdio>
#include <cstring>

/* Prints the names of a tree's leaves. */
static void list(CppUnit::Test *test) {
    if (test->getChildTestCount() == 0) std::printf("%s\\n", test->getName().c_str());
    for (int index = 0; index < test->getChildTestCount(); index += 1) list(test->getChildTestAt(index));
}

/* Nothing, "verbose" (a line for each case) or "list". */
int main(int count, char **arguments) {
    CppUnit::Test *tests = CppUnit::TestFactoryRegistry::getRegistry().makeTest();
    if (count > 1 && std::strcmp(arguments[1], "list") == 0) return list(tests), 0;
    CppUnit::TestResult controller;
    CppUnit::TestResultCollector collector;
    CppUnit::BriefTestProgressListener progress;
    controller.addListener(&collector);
    if (count > 1) controller.addListener(&progress);
    CppUnit::TestRunner runner;
    runner.addTest(tests);
    runner.run(controller);
    return collector.wasSuccessful() ? 0 : 1;
}
"""

BOOST_MAIN = "#define BOOST_TEST_DYN_LINK\n#define BOOST_TEST_MODULE Empty\n#include <boost/test/unit_test.hpp>\n"

# name: (function, extension, first lines of a file, main file)
PEERS = {
    "gtest": (gtest, "cpp", "#include <gtest/gtest.h>\n", None),
    "cppunit": (cppunit, "cpp", "#include <cppunit/extensions/HelperMacros.h>\n", CPPUNIT_MAIN),
    "boost": (boost, "cpp", "#define BOOST_TEST_DYN_LINK\n#include <boost/test/unit_test.hpp>\n", BOOST_MAIN),
    "criterion": (criterion, "c", "#include <criterion/criterion.h>\n", None),
    "xctest": (xctest, "swift", "import XCTest\n\n", None),
    "swift-testing": (swift_testing, "swift", "import Testing\n\n", None),
}

MANIFEST = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(name: "Peer", targets: [.testTarget(name: "PeerTests")])
"""


def write(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def generate(output: pathlib.Path, peer: str, cases: int, per_file: int = CASES_PER_CLASS) -> list[pathlib.Path]:
    """Writes a peer's suite and returns its source files."""
    function, extension, head, main = PEERS[peer]
    is_package = extension == "swift"
    sources = output / "Tests/PeerTests" if is_package else output
    paths = []
    for index, start in enumerate(range(0, cases, per_file)):
        end = min(start + per_file, cases)
        classes = [function(f"Suite{first // CASES_PER_CLASS:04}",
                            range(min(CASES_PER_CLASS, end - first))) for first in range(start, end, CASES_PER_CLASS)]
        paths.append(sources / f"Suite{index:04}.{extension}")
        write(paths[-1], head + "\n".join(classes))
    if main:
        paths.append(sources / f"main.{extension}")
        write(paths[-1], main)
    if is_package:
        write(output / "Package.swift", MANIFEST)
    return paths


if __name__ == "__main__":
    generate(pathlib.Path(sys.argv[1]), sys.argv[2], *(int(text) for text in sys.argv[3:]))
