#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A passed test with a quoted text of 66,000 characters in its YAML block: prove reads no further, and the run of two passed tests has failed.
#
# Version: TAP::Parser 3.44 of Perl 5.36 (Debian 12). Source: the output of `prove`.
# Behaviour: a text in double quotes is matched by a regular expression whose repetitions Perl limits to 65,534. A longer one counts as "multi-line
# quoted scalars", which are not supported, and what follows is not read, the plan included. A text of 65,000 characters is read.
# Output seen: 65000: Result: PASS; 66000: Result: FAIL, No plan found in TAP output, multi-line quoted scalars
set -euo pipefail
perl -MTAP::Parser -e 'exit !($TAP::Parser::VERSION eq "3.44" && $] >= 5.036 && $] < 5.037)' || { echo 'needs TAP::Parser 3.44 of Perl 5.36'; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
stream() {
    printf 'TAP version 13\nok 1 - prints much\n  ---\n  output: "%s"\n  ...\nok 2 - prints nothing\n1..2\n' "$(head -c "$1" /dev/zero | tr '\0' y)"
}
stream 65000 >short.tap
stream 66000 >long.tap
prove -e cat short.tap >short.txt 2>&1
prove -e cat long.tap >long.txt 2>&1 && code=0 || code=$?
grep -hE 'Result|No plan|multi-line' short.txt long.txt
[ "$code" -ne 0 ] && grep -q 'Result: PASS' short.txt && grep -q 'No plan found in TAP output' long.txt && grep -q 'multi-line quoted scalars' long.txt
