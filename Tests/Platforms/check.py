#!/usr/bin/env python3
"""Compares the results of a run on another platform, in a JUnit file, with the model of what must come of it.

    check.py examples REPORT --passed N --skipped N    all examples pass, but for those skipped
    check.py cells REPORT                              each bundle ends in its way: the names of its file say how
    check.py sample REPORT --listed FILE               each test ends as its name says, and FILE, which `swift test list` wrote, has no other
    check.py --ways                                    the names of the ways to end
"""
import argparse
import re
import sys
import xml.etree.ElementTree as ElementTree

# The words of the report for each way to end in Tests/Fixtures/C/matrix.c, as in MatrixModel.swift; '' where it goes on.
WAYS = {
    'segv': 'was ended by SIGSEGV', 'bus': 'was ended by SIGBUS', 'fpe': 'was ended by SIGFPE', 'ill': 'was ended by SIGILL',
    'abort': 'was ended by SIGABRT', 'overflow': 'was ended by SIGSEGV', 'thread': 'was ended by SIGSEGV',
    'raise': 'was ended by SIGSEGV', 'term': 'was ended by SIGTERM', 'user': 'was ended by SIGUSR1', 'alarm': 'was ended by SIGALRM',
    'kill': 'was ended by SIGKILL', 'exit': 'ended the process with exit status 0', '_exit': 'ended the process with exit status 0',
    'pthreadexit': 'ended the process with exit status 0', 'exec': 'ended the process with exit status 0',
    'deadlock': 'took longer than', 'blocked': 'took longer than', 'loop': 'took longer than',
}
# The functions that a backtrace names, where there is one.
FRAMES = {'segv': 'segv', 'bus': 'bus', 'fpe': 'fpe', 'ill': 'ill', 'overflow': 'overflow', 'thread': 'segv', 'deadlock': 'deadlock'}


def cases(path):
    """Yields the cases of a report: bundle, name without example, outcome, and the text of a failure."""
    for suite in ElementTree.parse(path).getroot().iter('testsuite'):
        bundle, _, suite_name = suite.get('name').partition('/')
        for case in suite.iter('testcase'):
            outcome, text = 'passed', ''
            for child in case:
                if child.tag in ('failure', 'error', 'skipped'):
                    outcome = 'crashed' if child.get('type') == 'crash' else {'skipped': 'skipped'}.get(child.tag, 'failed')
                    text = (child.get('message') or '') + '\n' + (child.text or '')
            yield bundle, suite_name, case.get('name').split('[')[0], outcome, text


def examples(report, passed, skipped):
    """Returns the faults of a run of the examples."""
    outcomes = [outcome for *_, outcome, _ in cases(report)]
    counts = {kind: outcomes.count(kind) for kind in ('passed', 'skipped', 'failed', 'crashed')}
    expected = {'passed': passed, 'skipped': skipped, 'failed': 0, 'crashed': 0}
    return [] if counts == expected else [f'expected {expected}, got {counts}']


def cells(report):
    """Returns the faults of a run of bundles that each end in one way."""
    faults, texts = [], {}
    for bundle, _, name, outcome, text in cases(report):
        if outcome not in ('passed', 'skipped'):
            texts[bundle.split('@')[0]] = texts.get(bundle.split('@')[0], '') + text
    for way, words in WAYS.items():
        text = texts.get(way, '')
        if words not in text:
            faults.append(f'{way}: expected {words!r}, got {text[:200]!r}')
        elif way in FRAMES and not re.search(rf'^ *{FRAMES[way]}\b', text, re.MULTILINE):
            faults.append(f'{way}: no backtrace names {FRAMES[way]}: {text[:400]!r}')
    return faults


def sample(report, listed, is_stripped):
    """Returns the faults of a run of tests whose names say how they end."""
    faults, seen = [], set()
    words = {'pass': 'passed', 'fail': 'failed', 'crash': 'crashed', 'skip': 'skipped'}
    for _, suite, name, outcome, text in cases(report):
        plain = name.split('(')[0]
        seen.add(f'{suite}/{plain}')
        expected = words[re.match(r'(?:test)?(pass|fail|crash|skip)', plain, re.IGNORECASE)[1].lower()]
        if outcome != expected:
            faults.append(f'{suite}/{name}: expected {expected}, got {outcome}: {text[:200]!r}')
        elif outcome == 'crashed' and not is_stripped and f'{plain}()' not in text:
            faults.append(f'{suite}/{name}: no backtrace names it: {text[:400]!r}')
    with open(listed, encoding='utf-8') as file:
        known = {line.strip().split('(')[0] for line in file if line.strip()}
    faults += [f'{name} is listed by swift test, and did not run' for name in sorted(known - seen)]
    faults += [f'{name} ran, and swift test does not list it' for name in sorted(seen - known)]
    return faults if known else ['swift test lists no test']


def main():
    """Checks the report that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--ways', action='store_true')
    parser.add_argument('kind', nargs='?', choices=('examples', 'cells', 'sample'))
    parser.add_argument('report', nargs='?')
    parser.add_argument('--passed', type=int, default=0)
    parser.add_argument('--skipped', type=int, default=0)
    parser.add_argument('--listed')
    parser.add_argument('--stripped', action='store_true', help='no backtrace has names')
    options = parser.parse_args()
    if options.ways:
        print('\n'.join(WAYS))
        return
    if options.report is None:
        parser.error('expected a kind of check and a JUnit file')
    if options.kind == 'examples':
        faults = examples(options.report, options.passed, options.skipped)
    elif options.kind == 'cells':
        faults = cells(options.report)
    else:
        faults = sample(options.report, options.listed, options.stripped)
    if faults:
        sys.exit('\n'.join(f'{options.report}: {fault}' for fault in faults))
    print(f'{options.kind}: as expected ({options.report})')


if __name__ == '__main__':
    main()
