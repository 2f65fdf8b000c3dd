#!/usr/bin/env python3
"""Opens HTML reports of real runs in Chromium, and holds them against what they promise.

Usage: html_check.py RUNNER DIR [--keep DIRECTORY] [--screens DIRECTORY]

Runs RUNNER on the bundles in DIR, on a bundle of hostile texts, and on one of 20,000 cases, both compiled here. Needs
gcc, Chromium and the Python package websocket-client. With --keep, the reports and pictures of them are left there. With
--screens, four pictures of a run with failures are: a desktop's and a phone's first screen, light and dark.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from chromium import Chromium

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAILURES = []

# The browser's messages about a refused script, an exception, or a page's wish to load something.
TROUBLE = ("Runtime.exceptionThrown", "Log.entryAdded", "Page.javascriptDialogOpening", "Runtime.consoleAPICalled")

# Does by the page's own means what a reader may do, in every state of every filter, and says what it found.
WALK = """(async () => {
  const seen = { rows: 0, bad: 0, states: 0, nodes: 0, blocks: 0 };
  const frame = () => new Promise((done) => setTimeout(done, 0));
  const click = (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  for (const button of document.querySelectorAll("#states button")) {
    click(button);
    seen.states += 1;
    for (let index = 0; index < list.rows.length; index += 1) {
      list.select(index);
      click(document.getElementById(`list-${index}`));
      seen.rows += 1;
      for (const inner of document.querySelectorAll("#detail *")) inner.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    }
    click(button);
    await frame();
  }
  click(document.querySelector("#states button"));
  for (const id of ["bundle", "tag", "order"]) {
    for (const option of document.getElementById(id).options) {
      document.getElementById(id).value = option.value;
      document.getElementById(id).dispatchEvent(new Event("change"));
      await frame();
    }
  }
  clearFilter();
  for (const text of ["<", "script", "hacked", "\\u202e", "&", "no such thing"]) {
    document.getElementById("text").value = text;
    document.getElementById("text").dispatchEvent(new Event("input"));
    await frame();
  }
  clearFilter();
  click(document.querySelector("[data-view=classes]"));
  for (const one of classes) opened.add(one.index);
  tree.show(treeNodes());
  for (let index = 0; index < tree.rows.length; index += 1) { chooseNode(index, false); seen.nodes += 1; }
  click(document.querySelector("[data-view=timeline]"));
  for (const entry of ran) { chooseBlock(entry); seen.blocks += 1; }
  click(document.getElementById("overview"));
  for (const button of document.querySelectorAll("#detail .link")) { showRun(); click(button); }
  dispatchEvent(new Event("beforeprint"));
  await frame();
  seen.bad = document.querySelectorAll("#print article").length;
  // Attached files are linked and pictures shown; nothing else of the kind is there.
  seen.strange = document.querySelectorAll("img:not(.attached), iframe, object, embed, link, base, form, a[href]:not(.skip, .attached), [style*=fixed]").length;
  seen.strange += [...document.querySelectorAll("img.attached")].filter((one) => !one.src.startsWith("data:image/")).length;
  seen.strange += [...document.querySelectorAll("a.attached")].filter((one) => !one.href.startsWith("file:")).length;
  seen.scripts = document.scripts.length;
  seen.handlers = [...document.querySelectorAll("*")].flatMap((one) => [...one.attributes]).filter((one) => /^on/i.test(one.name)).length;
  dispatchEvent(new Event("afterprint"));
  seen.hacked = typeof hacked;
  return seen;
})()"""

# The contrast of each text on the page with what is behind it, where that is less than 4.5 (WCAG 2.2, 1.4.3).
CONTRAST = """(() => {
  const parse = (text) => { const all = text.match(/[\\d.]+/g).map(Number); return all.length < 4 ? [...all, 1] : all; };
  const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest("script, noscript, .hidden, .skip")) continue;
    let behind = element;
    while (behind && parse(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
    const [one, other] = [getComputedStyle(element).color, behind ? getComputedStyle(behind).backgroundColor : "rgb(255,255,255)"]
      .map((text) => light(parse(text)));
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5 && Number(getComputedStyle(element).opacity) === 1) found.push(`${walker.currentNode.data.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
  }
  return [...new Set(found)];
})()"""

# Whatever a screen reader could not name.
NAMELESS = """[...document.querySelectorAll("button, input, select, [role=listbox], [role=tree], [role=application]")]
  .filter((one) => one.checkVisibility())
  .filter((one) => !(one.textContent.trim() || one.getAttribute("aria-label") || (one.labels && one.labels[0] && one.labels[0].textContent.trim())))
  .map((one) => one.outerHTML.slice(0, 80))"""


def expect(condition, what):
    if not condition:
        FAILURES.append(what)
        print(f"FAILED: {what}")


def make(runner, place, name, bundles, *options, status):
    report = place / f"{name}.html"
    done = subprocess.run([runner, *map(str, bundles), "--html", str(report), "--no-state", "--jobs", "2", *options],
                          capture_output=True, timeout=120)
    expect(done.returncode == status, f"{name}: exit status {status}, got {done.returncode}: {done.stderr.decode()}")
    expect(not list(place.glob("*.tmp")), f"{name}: nothing else is left behind")
    return report


def compile_bundle(place, source, name, *flags):
    library = place / name
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", *flags, "-I",
                    str(ROOT / "Sources/BundleABI/include"), str(ROOT / source), "-o", str(library)], check=True)
    return library


def failing(place):
    """Bundles in which something fails, is skipped, crashes; and passes."""
    fixtures = "Tests/Fixtures/C"
    return [
        compile_bundle(place, f"{fixtures}/ordinary.c", "Shop.so", "-w", "-DFAILS"),
        compile_bundle(place, f"{fixtures}/skipped.c", "Skips.so", "-w"),
        compile_bundle(place, f"{fixtures}/deadly.c", "Crashes.so", "-w", '-DDEED="crash"', "-DPLACE=BODY"),
        compile_bundle(place, f"{fixtures}/odd_reports.c", "Texts.so", "-w"),
    ]


def quiet(browser, name):
    """Nothing was refused, nothing failed, nothing was fetched but the page."""
    for event in browser.happened(*TROUBLE):
        expect(False, f"{name}: {json.dumps(event)[:400]}")
    urls = {event["params"]["request"]["url"] for event in browser.happened("Network.requestWillBeSent")}
    expect(len(urls) <= 1, f"{name}: nothing is fetched but the page: {urls}")


def check_hostile(browser, report):
    """Clicks through everything; no text of the bundle's becomes an element, and no script of it runs."""
    browser.open(report)
    expect(browser.evaluate("document.querySelectorAll('#list .row').length") > 5, "hostile: the list is shown")
    seen = browser.evaluate(WALK)
    print(f"hostile: {seen}")
    expect(seen["hacked"] == "undefined", "hostile: no script of the bundle ran")
    expect(seen["scripts"] == 2 and seen["strange"] == 0 and seen["handlers"] == 0, "hostile: no element of the bundle's")
    # 3 classes of 20 cases and 20 examples each; what failed outside of cases comes on top.
    expect(seen["rows"] >= 2 * 120 and seen["nodes"] >= 120 and seen["states"] >= 6, "hostile: everything was looked at")
    expect(seen["bad"] > 10 and seen["blocks"] > 60, "hostile: paper and timeline have what ran and failed")
    expect(browser.evaluate("document.title").find("<") < 0, "hostile: the title is plain")
    names = browser.evaluate("entries.filter((one) => one.owner && one.owner.index === 0).map((one) => one.name)")
    # A slash in a name is escaped before any report has it; messages hold the same text as it is.
    for text in (r"<\u{2F}script><script>hacked=1<\u{2F}script>", "__proto__", "${hacked=1} {{data}} {{script}}"):
        expect(text in names, f"hostile: the data has {text}")
    browser.evaluate("openEntry(entries.find((one) => one.name.startsWith('\\\\u{202E}')))")
    shown = browser.evaluate("document.querySelector('#detail h2').textContent")
    expect("\\u{202E}" in shown and "\u202e" not in shown, f"hostile: directions are shown, not obeyed: {shown}")
    quiet(browser, "hostile")

    browser.open(report, script=False)
    text = browser.evaluate("document.body.innerText")
    expect("cases failed" in text and "</noscript><script>hacked=1</script>" in text, "hostile: failures without JavaScript")
    expect(browser.evaluate("document.scripts.length + document.querySelectorAll('img, iframe, svg[onload]').length") == 2,
           "hostile: no element of the bundle's without JavaScript")


def check_looks(browser, report, name, keep):
    for scheme in ("light", "dark"):
        browser.open(report, scheme=scheme)
        for view in ("cases", "classes", "timeline"):
            browser.evaluate(f"setView('{view}')")
            for ratio in browser.evaluate(CONTRAST):
                expect(False, f"{name}, {view}, {scheme}: contrast of at least 4.5: {ratio}")
            for element in browser.evaluate(NAMELESS):
                expect(False, f"{name}, {view}: has no name: {element}")
            if keep:
                browser.screenshot(keep / f"{name}-{view}-{scheme}.png")
        browser.evaluate("showRun()")
        for ratio in browser.evaluate(CONTRAST):
            expect(False, f"{name}, overview, {scheme}: contrast of at least 4.5: {ratio}")
    for width in (360, 400, 800, 1400):
        browser.open(report, width=width)
        for view in ("cases", "classes", "timeline"):
            browser.evaluate(f"setView('{view}')")
            wide = browser.evaluate("document.documentElement.scrollWidth")
            expect(wide <= width, f"{name}, {view}: fits {width} pixels, is {wide} wide")
        if keep:
            browser.evaluate("setView('cases')")
            browser.screenshot(keep / f"{name}-{width}.png")
        browser.evaluate("document.getElementById('repeat').textContent = 'Bundle/Module.Class/testCase '.repeat(150)")
        high = browser.evaluate("document.querySelector('.repeat').offsetHeight")
        expect(high < 260, f"{name}: a long line that repeats the run leaves room at {width} pixels, takes {high}")
    quiet(browser, name)


def check_failures(browser, report):
    """Failures lead: first in the hierarchy, each with an address of its own, those that are alike side by side."""
    browser.open(report)
    browser.evaluate("setView('classes')")
    expect(browser.evaluate("isBad(tree.rows[tree.current].entry)"), "failures: the hierarchy opens at a failure")
    marks = browser.evaluate("""tree.rows.filter((node) => node.kind === "class" && node.level === 2).map((node) => node.total.bad > 0)""")
    expect(marks == sorted(marks, reverse=True), f"failures: classes with failures come first: {marks}")
    browser.evaluate("openEntry(entries.filter(isBad)[1])")
    wanted = browser.evaluate("entries.filter(isBad)[1].identity")
    address = browser.evaluate("""new Promise((done) => {
      const look = () => { if (location.hash) done(location.hash); else setTimeout(look, 20); };
      look();
    })""")
    browser.open(report)
    browser.evaluate(f"location.hash = {json.dumps(address)}; openAddress()")
    title = browser.evaluate("list.rows[list.current].identity")
    expect(title == wanted, f"failures: {address} leads to {wanted}, not to {title}")
    browser.evaluate("entries.filter((one) => one.alike).forEach((one) => unfolded.add(one.alike)); update()")
    places = browser.evaluate("""entries.filter((one) => one.alike && one.alike.length > 1)
      .map((one) => one.alike.map((other) => list.rows.indexOf(other)))""")
    expect(places, "failures: some are alike")
    for group in places:
        expect(group == list(range(group[0], group[0] + len(group))), f"failures: those alike are side by side: {group}")
    quiet(browser, "failures")


def check_phone(browser, report):
    """A narrow page shows a result in the first screen, and one thing scrolls."""
    browser.open(report, width=400, height=700)
    top = browser.evaluate("document.querySelector('#list .row').getBoundingClientRect().top")
    expect(top < 350, f"phone: the first result is in the first screen, at {top}")
    scrolling = browser.evaluate("""[document.scrollingElement, ...document.querySelectorAll("body *")]
      .filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 1
        && (one === document.scrollingElement ? getComputedStyle(document.body).overflowY !== "hidden"
          : ["auto", "scroll"].includes(getComputedStyle(one).overflowY)))
      .map((one) => one.id || one.className || one.tagName)""")
    expect(len(scrolling) <= 1, f"phone: one thing scrolls: {scrolling}")
    cut = browser.evaluate("""[...document.querySelectorAll(".fields input, .fields select, .views button")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth).map((one) => one.id || one.textContent)""")
    expect(not cut, f"phone: no field and no view is cut off: {cut}")
    # The end of a name tells one row from the next.
    ends = browser.evaluate("""[...document.querySelectorAll("#list .row .end")]
      .filter((one) => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1).length""")
    expect(ends == 0, f"phone: {ends} names have no end in sight")
    cut = browser.evaluate("""[...document.querySelectorAll("#list .row .start:last-child")]
      .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)""")
    expect(not cut, f"phone: the ends of names are cut off: {cut}")
    # The browser's way back leads from the details to the list, and the next one away.
    length = browser.evaluate("history.length")
    browser.evaluate("document.querySelector('#list .row').click()")
    expect(browser.evaluate("document.body.classList.contains('chosen')"), "phone: a row opens its details")
    back = """new Promise((done) => { addEventListener("popstate", () => setTimeout(() => done(
      !document.body.classList.contains("chosen")), 0), { once: true }); history.back(); })"""
    expect(browser.evaluate(back), "phone: back leads to the list")
    expect(browser.evaluate("history.length") == length + 1, "phone: one step for the details")
    # Forward shows the details again. A page that the browser loads anew, as phones do, takes the same one step back.
    forward = back.replace("!document", "document").replace("history.back", "history.forward")
    expect(browser.evaluate(forward), "phone: forward leads to the details")
    for choices in ("", "?state=failed"):
        title = browser.evaluate("document.querySelector('#detail h2').textContent")
        browser.evaluate(f"history.replaceState(history.state, '', addressOf(addressed) + {json.dumps(choices)})")
        browser.reload()
        shown = browser.evaluate("[document.body.classList.contains('chosen'), document.querySelector('#detail h2').textContent]")
        expect(shown == [True, title], f"phone: the details are there again: {shown}, {choices}")
        expect(browser.evaluate(back), f"phone: back leads to the list of a page loaded anew, {choices}")
        browser.evaluate(forward)
    # In the hierarchy the end of a name is in sight as well.
    browser.evaluate("setView('classes'); for (const one of classes) opened.add(one.index); tree.show(treeNodes())")
    cut = browser.evaluate("""[...document.querySelectorAll("#tree .row .name, #tree .row .name .start:last-child, #tree .row .end")]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && !one.querySelector(".end")).map((one) => one.textContent)""")
    expect(not cut, f"phone: the ends of names in the hierarchy are cut off: {cut}")
    quiet(browser, "phone")


def check_address(browser, report):
    """What is shown is in the address: the view, the filters, what is chosen."""
    browser.open(report)
    browser.evaluate("""document.querySelector("#states [data-state=failed]").click()""")
    words = browser.evaluate("""(() => {
      const one = entries.find((entry) => entry.state === "failed");
      return `${one.owner.short} ${bundleName(one.bundle)}`.toLowerCase();
    })()""")
    browser.evaluate(f"setText({json.dumps(words)}); update(); setView('classes'); writeAddress()")
    shown = browser.evaluate("entries.filter(matches).map((one) => one.identity)")
    expect(len(shown) > 0, "address: several words find something")
    address = browser.evaluate("location.hash")
    expect("view=classes" in address and "state=failed" in address and "text=" in address, f"address: {address}")
    browser.evaluate("clearFilter(); setView('cases'); list.select(-1)")
    browser.evaluate(f"location.hash = {json.dumps(address)}; openAddress()")
    expect(browser.evaluate("entries.filter(matches).map((one) => one.identity)") == shown, "address: the filters are back")
    expect(browser.evaluate("view") == "classes", "address: the view is back")
    tag = browser.evaluate("(entries.find((one) => one.tags.length > 0) || { tags: [] }).tags[0] || ''")
    if tag:
        browser.evaluate(f"clearFilter(); setText('tag:{tag}'); update()")
        expect(browser.evaluate(f"entries.filter(matches).every((one) => one.tags.includes({json.dumps(tag)}))"), "address: tag: finds tags")
    # Many failures that are alike are one row, until it is opened.
    many = browser.evaluate("""(() => {
      clearFilter();
      const group = entries.slice(0, 6);
      for (const one of group) { one.alike = group; one.state = "failed"; }
      update();
      const folded = list.rows.filter((one) => group.includes(one)).length;
      openEntry(group[3]);
      return [folded, list.rows.filter((one) => group.includes(one)).length];
    })()""")
    expect(many == [1, 6], f"address: those that are alike are folded: {many}")
    quiet(browser, "address")


def check_screens(browser, report, directory):
    """The first screen on a desktop and on a phone shows the verdict and a failure with its message; people look at the rest."""
    for device, width, height in (("desktop", 1280, 900), ("phone", 400, 800)):
        for scheme in ("light", "dark"):
            browser.open(report, width=width, height=height, scheme=scheme)
            shown = browser.evaluate("""[...document.querySelectorAll("#list .row")]
              .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom <= innerHeight).length""")
            expect(shown >= 3, f"screens: a {device}'s first screen shows results, {scheme}: {shown}")
            expect(browser.evaluate("isBad(list.rows[0])"), f"screens: a failure is the first result, {device}, {scheme}")
            if directory:
                browser.screenshot(directory / f"report-{width}-{scheme}.png")
    quiet(browser, "screens")


def check_history(browser, runner, place):
    """The runs before: a strip beside each case, durations in the details, and a view of what deserves a look."""
    bundle = compile_bundle(place, "Tests/Fixtures/C/ordered.c", "Ordered.so", "-w")
    report, state = place / "history.html", place / "state"
    for seed in range(1, 14):
        subprocess.run([runner, str(bundle), "--quiet", "--seed", str(seed), "--state", str(state), "--html", str(report)],
                       capture_output=True, timeout=120)
    for scheme in ("light", "dark"):
        browser.open(report, scheme=scheme)
        browser.evaluate("setView('cases'); openEntry(entries.find((one) => one.name === 'testNeeds'))")
        bars = browser.evaluate("[...document.querySelectorAll('#list .row .strip')].map((one) => one.children.length)")
        expect(bars and set(bars) == {12}, f"history: a bar for each run before, beside each case: {bars}")
        columns = browser.evaluate("document.querySelectorAll('#detail .durations .column').length")
        expect(columns == 13, f"history: the durations of the runs before and of this one: {columns}")
        for ratio in browser.evaluate(CONTRAST):
            expect(False, f"history, details, {scheme}: contrast of at least 4.5: {ratio}")
        browser.press("4")
        words = browser.evaluate("document.getElementById('history').innerText")
        expect("testNeeds" in words and "testPrepares" not in words and " of 12 runs" in words and "seeds " in words,
               f"history: the view names the flaky test alone: {words}")
        for ratio in browser.evaluate(CONTRAST):
            expect(False, f"history, view, {scheme}: contrast of at least 4.5: {ratio}")
        browser.evaluate("document.querySelector('#history .link').click()")
        expect(browser.evaluate("view") == "cases", "history: a link of the view leads to the case")
    for width in (360, 400, 800, 1400):
        browser.open(report, width=width)
        browser.evaluate("setView('history')")
        wide = browser.evaluate("document.documentElement.scrollWidth")
        expect(wide <= width, f"history: fits {width} pixels, is {wide} wide")
        cut = browser.evaluate("""[...document.querySelectorAll(".views button")]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)""")
        expect(not cut, f"history: no view is cut off at {width} pixels: {cut}")
    quiet(browser, "history")


def check_empty(browser, report):
    browser.open(report)
    expect("Nothing ran" in browser.evaluate("document.body.innerText"), "empty: the head says so")
    expect("No case ran" in browser.evaluate("document.querySelector('.empty').innerText"), "empty: the list says why")
    quiet(browser, "empty")


def check_keys(browser, report):
    """Everything by keyboard: the filter, the list, the next failure, the hierarchy, the timeline."""
    browser.open(report)
    title = "document.querySelector('#detail h2').textContent"
    first = browser.evaluate(title)
    browser.press("/")
    for letter in "outline":
        browser.press(letter)
    expect(browser.evaluate("document.activeElement.id") == "text", "keys: / leads to the filter")
    expect(" of " in browser.evaluate("document.getElementById('shown').textContent"), "keys: the filter counts")
    browser.press("Escape")
    expect(browser.evaluate("list.rows.length === folded(entries).length"), "keys: Escape clears the filter")
    browser.evaluate("document.getElementById('list').focus()")
    browser.press("Home")
    browser.press("ArrowDown")
    second = browser.evaluate(title)
    expect(second != first, "keys: an arrow moves on")
    selected = "document.querySelectorAll('#list [aria-selected=true]').length"
    expect(browser.evaluate(selected) == 1, "keys: one row is selected")
    browser.press("?")
    expect(browser.evaluate("document.getElementById('keys').open"), "keys: ? shows them")
    browser.evaluate("document.getElementById('keys').close(); document.getElementById('list').focus()")
    browser.press("n")
    expect(browser.evaluate("isBad(list.rows[list.current])"), "keys: n leads to a failure")
    browser.press("2")
    expect(browser.evaluate("view") == "classes", "keys: 2 leads to the classes")
    browser.evaluate("document.getElementById('tree').focus()")
    for key in ("Home", "ArrowDown", "ArrowRight", "ArrowRight"):
        browser.press(key)
    expect(browser.evaluate("tree.current") > 0, "keys: arrows move in the hierarchy")
    browser.press("3")
    browser.evaluate("timeline.box.focus()")
    browser.press("ArrowRight")
    expect(browser.evaluate("timeline.chosen !== null"), "keys: an arrow chooses a case of the timeline")
    # The theme goes round by a click, and is heeded.
    for theme in ("light", "dark"):
        browser.evaluate("document.getElementById('theme').click()")
        scheme = browser.evaluate("getComputedStyle(document.documentElement).colorScheme")
        expect(scheme == theme, f"keys: the theme is {theme}: {scheme}")
    browser.evaluate("localStorage.clear()")
    quiet(browser, "keys")


def check_big(browser, report):
    """20,000 cases: only what is in sight is there."""
    browser.open(report)
    paint = browser.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()")
    typing = browser.evaluate("""(() => {
      const field = document.getElementById("text");
      const start = performance.now();
      for (const text of ["t", "te", "tes", "test", "testC", "testCase0042"]) {
        field.value = text;
        field.dispatchEvent(new Event("input"));
        document.body.offsetHeight;
      }
      return (performance.now() - start) / 6;
    })()""")
    rows = browser.evaluate("document.querySelectorAll('#list .row').length")
    expect(browser.evaluate("list.rows.length") == 200, "big: the filter leaves one case of each of 200 classes")
    browser.evaluate("clearFilter()")
    expect(browser.evaluate("list.rows.length") == 20000, "big: all cases are there")
    browser.evaluate("list.select(19999)")
    expect(browser.evaluate("document.getElementById('list-19999') !== null"), "big: the last case can be reached")
    expect(0 < rows < 100, f"big: only rows in sight are made: {rows}")
    print(f"big: {report.stat().st_size} bytes, first paint after {paint:.0f} ms, {typing:.1f} ms for a letter typed")
    quiet(browser, "big")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runner")
    parser.add_argument("bundles")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--screens", type=pathlib.Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory, Chromium() as browser:
        place = arguments.keep or pathlib.Path(directory)
        place.mkdir(parents=True, exist_ok=True)
        if arguments.screens:
            arguments.screens.mkdir(parents=True, exist_ok=True)
        markup = compile_bundle(place, "Tests/Reports/markup.c", "lib<img src=x onerror=hacked=1>.so")
        big = compile_bundle(place, "Benchmarks/peers/bundle.c", "libBig.so", "-DCLASSES=200", "-DCASES=100")
        hostile = make(arguments.runner, place, "hostile", [markup], "--retry", "1", "--attachments",
                       str(pathlib.Path(directory) / "attached"), status=1)
        check_hostile(browser, hostile)
        check_failures(browser, hostile)
        check_address(browser, hostile)
        check_phone(browser, hostile)
        check_keys(browser, hostile)
        check_history(browser, arguments.runner, place)
        check_empty(browser, make(arguments.runner, place, "empty", [arguments.bundles], "--filter", "no such test", status=3))
        check_looks(browser, hostile, "hostile", arguments.keep)
        check_looks(browser, make(arguments.runner, place, "examples", [arguments.bundles], status=0), "examples",
                    arguments.keep)
        failures = make(arguments.runner, place, "failures", failing(place), status=1)
        check_phone(browser, failures)
        check_screens(browser, failures, arguments.screens)
        check_big(browser, make(arguments.runner, place, "big", [big], status=0))
    print(f"{len(FAILURES)} failed" if FAILURES else "the HTML reports keep their promises")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
