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
    # An example of a parameterised case is a test case of the event stream.
    if record["kind"] != "event" or payload["kind"] not in ("testEnded", "testCaseEnded"):
        continue
    # A class and a parameterised case have no outcome of their own.
    own = payload.get("testkit", {})
    outcome = own.get("outcome")
    if outcome is None:
        continue
    bad = outcome in ("failed", "crashed", "timedOut")
    if bad:
        failed.append(own["identity"])
    print("F" if bad else "s" if outcome in ("skipped", "notRun") else ".", end="", flush=True)
print()
for name in failed:
    print(name)
