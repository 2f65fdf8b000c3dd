#!/usr/bin/env python3
"""A reporter of one's own: a dot for each case that passed, an F for each that did not, and the names of those.

    runner --reporter 'python3 docs/examples/dots.py' --quiet DIR 2>/dev/null
"""

import json
import sys

failed = []
for line in sys.stdin:
    record = json.loads(line)
    payload = record["payload"]
    if record["kind"] != "event" or payload["kind"] != "testEnded":
        continue
    # A class has no outcome of its own.
    outcome = payload["testkit"].get("outcome")
    if outcome is None:
        continue
    bad = outcome in ("failed", "crashed", "timedOut")
    if bad:
        failed.append(payload["testID"])
    print("F" if bad else "s" if outcome in ("skipped", "notRun") else ".", end="", flush=True)
print()
for name in failed:
    print(name)
