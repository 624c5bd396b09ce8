#!/usr/bin/env python3
"""Classifies all loops of packages that were built with recorded compiler commands, and prints the percentages.

usage: loops_table.py LARIAT SOURCES PACKAGE...

Each compiled file is read once (`lariat loops --from-code`). A loop in a header counts once."""

import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import time

# The figures of the paper (Xie et al., "Proteus", tables 3 and 4): per cent of types 1, 3, 4, and of loops with a bound.
PAPER = {
    "coreutils": (28.1, 16.3, 55.5, 91.4),
    "gmp": (84.6, 7.6, 7.8, 91.8),
    "pcre2": (34.7, 29.0, 36.3, 79.5),
    "libxml2": (30.2, 26.7, 43.0, 89.9),
    "all": (33.9, 19.5, 46.6, 89.2),
}
KEPT = ("-I", "-D", "-U", "-std", "-include", "-isystem", "-iquote", "-m")


def units(sources, package):
    """The files that were compiled, each once, with the options that matter for reading them."""
    found = {}
    with open(os.path.join(sources, package, "commands.jsonl")) as file:
        for line in file:
            command = json.loads(line)
            arguments, options = command["arguments"], []
            files = [a for a in arguments if a.endswith(".c") and not a.startswith("-")]
            skip = False
            for position, argument in enumerate(arguments):
                if skip:
                    skip = False
                elif argument in KEPT:
                    options += [argument, arguments[position + 1]]
                    skip = True
                elif argument.startswith(KEPT):
                    options.append(argument)
            for name in files:
                path = os.path.normpath(os.path.join(command["directory"], name))
                # Files compiled in several ways (8, 16 and 32 bits) are several units.
                found[(path, tuple(options))] = (command["directory"], name, options)
    return [found[key] for key in sorted(found)]


def loops_of(lariat, unit):
    directory, name, options = unit
    command = [lariat, "loops", name, "--from-code", "--json", "--quiet"]
    command += [f"--cflags={option}" for option in ["-w", *options]]
    try:
        done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, f"{name}: not in 120 s"
    if done.returncode != 0:
        return None, f"{name}: {done.stderr.strip().splitlines()[0] if done.stderr.strip() else done.returncode}"
    loops = json.loads(done.stdout)["loops"]
    for loop in loops:
        loop["unit"] = (directory, name)
    return loops, None


def share(part, whole):
    return f"{100 * part / whole:5.1f} %" if whole else "    –"


def row(name, loops, seconds):
    kinds = collections.Counter(loop["analysis"]["type"] for loop in loops if "analysis" in loop)
    unread = sum("analysis" not in loop for loop in loops)
    bounds = sum(1 for loop in loops if (loop.get("analysis") or {}).get("bound"))
    plain = sum(1 for loop in loops
                if ((loop.get("analysis") or {}).get("bound") or {"given": 1})["given"] is None)
    cases = sum(1 for loop in loops if (loop.get("analysis") or {}).get("cases"))
    total = len(loops)
    paper = PAPER.get(name)
    beside = " / ".join(f"{number:.1f}" for number in paper) if paper else ""
    columns = [share(kinds[kind], total) for kind in (1, 2, 3, 4)] + [share(unread, total)]
    columns += [share(bounds, total), share(plain, total), share(cases, total)]
    print(f"{name:<10} {total:>6} " + " ".join(f"{column:>8}" for column in columns)
          + f" {seconds:>7.1f}  {beside}", flush=True)


def main():
    lariat, sources, *packages = sys.argv[1:]
    lariat = os.path.abspath(lariat)
    heads = ["type 1", "type 2", "type 3", "type 4", "not read", "bound", "of these", "cases"]
    print(f"{'package':<10} {'loops':>6} " + " ".join(f"{head:>8}" for head in heads)
          + f" {'seconds':>7}  paper: 1 / 3 / 4 / bound")
    everything, began, failures = [], time.monotonic(), []
    for package in packages:
        started = time.monotonic()
        seen, kept = set(), []
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for found, failure in pool.map(lambda unit: loops_of(lariat, unit), units(sources, package)):
                if failure:
                    failures.append(f"{package}/{failure}")
                for loop in found or []:
                    key = (loop["function"], loop["location"], loop["header"])
                    if key not in seen:
                        seen.add(key)
                        kept.append(loop)
        row(package, kept, time.monotonic() - started)
        everything += kept
    row("all", everything, time.monotonic() - began)
    print("bound: a bound was found; of these: needs no assumption about lists or the sizes of objects")
    reasons = collections.Counter(loop["notAnalysed"] for loop in everything if "notAnalysed" in loop)
    for reason, count in reasons.most_common(5):
        print(f"not read: {count} × {reason}")
    for failure in failures:
        print(f"file not read: {failure}")


main()
