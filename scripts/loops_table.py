#!/usr/bin/env python3
"""Classifies all loops of packages that were built with recorded compiler commands, and prints the percentages.

usage: loops_table.py [--every N] [--keep FILE] LARIAT SOURCES PACKAGE...

Each compiled file is read once (`lariat loops --from-code`). A loop in a header counts once. With --every only each Nth file is read; with --keep
what was found is written to a file, one loop per line."""

import argparse
import collections
import concurrent.futures
import json
import os
import resource
import subprocess
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
LONGEST = 600


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
        done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return None, f"{name}: not in {LONGEST} s"
    if done.returncode != 0:
        return None, f"{name}: {done.stderr.strip().splitlines()[0] if done.stderr.strip() else done.returncode}"
    loops = json.loads(done.stdout)["loops"]
    for loop in loops:
        loop["unit"] = (directory, name)
    return loops, None


def share(part, whole):
    return f"{100 * part / whole:5.1f} %" if whole else "    –"


def row(name, loops, seconds, cpu):
    analyses = [loop["analysis"] for loop in loops if "analysis" in loop]
    kinds = collections.Counter(analysis["type"] for analysis in analyses)
    # Ways with the same effect, such as for `*p == ' ' || *p == '\t'`, are one path here and several in the paper, which then have no order.
    several = sum(analysis["type"] == 3 and analysis["mergedWays"] for analysis in analyses)
    bounds = [analysis["bound"] for analysis in analyses if analysis["bound"]]
    plain = sum(not bound["given"] and not bound["byType"] for bound in bounds)
    by_type = sum(bound["byType"] for bound in bounds)
    total = len(loops)
    columns = [share(kinds[kind], total) for kind in (1, 2, 3, 4)]
    columns += [share(several, total), share(total - len(analyses), total)]
    columns += [share(len(bounds), total), share(plain, total), share(by_type, total)]
    paper = PAPER.get(name)
    beside = " / ".join(f"{number:.1f}" for number in paper) if paper else ""
    print(f"{name:<10} {total:>6} " + " ".join(f"{column:>8}" for column in columns)
          + f" {seconds:>7.0f} {cpu:>6.0f}  {beside}", flush=True)


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("lariat")
    parser.add_argument("sources")
    parser.add_argument("packages", nargs="+")
    arguments = parser.parse_args()
    lariat = os.path.abspath(arguments.lariat)
    heads = ["type 1", "type 2", "type 3", "type 4", "3 as 4", "not read", "bound", "plain", "by type"]
    print(f"{'package':<10} {'loops':>6} " + " ".join(f"{head:>8}" for head in heads)
          + f" {'seconds':>7} {'CPU':>6}  paper: 1 / 3 / 4 / bound")
    everything, began, failures = [], time.monotonic(), []
    for package in arguments.packages:
        started, used = time.monotonic(), cpu_seconds()
        seen, kept = set(), []
        files = units(arguments.sources, package)[::arguments.every]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for found, failure in pool.map(lambda unit: loops_of(lariat, unit), files):
                if failure:
                    failures.append(f"{package}/{failure}")
                for loop in found or []:
                    key = (loop["function"], loop["location"], loop["header"])
                    if key not in seen:
                        seen.add(key)
                        kept.append(loop)
        row(package, kept, time.monotonic() - started, cpu_seconds() - used)
        everything += kept
    row("all", everything, time.monotonic() - began, cpu_seconds())
    print("3 as 4: of type 3, and of type 4 if ways with the same effect counted as several paths, as in the paper.")
    print("bound: a bound was found; plain: one that assumes nothing; by type: one that says only that the range of a type is finite.")
    if arguments.keep:
        with open(arguments.keep, "w") as file:
            file.writelines(json.dumps(loop) + "\n" for loop in everything)
    given = collections.Counter(((loop.get("analysis") or {}).get("bound") or {}).get("given") for loop in everything)
    given.pop(None, None)
    for assumption, count in given.most_common(4):
        print(f"bounds if: {count} × {assumption}")
    reasons = collections.Counter(loop["notAnalysed"] for loop in everything if "notAnalysed" in loop)
    for reason, count in reasons.most_common(5):
        print(f"not read: {count} × {reason}")
    for failure in failures:
        print(f"file not read: {failure}")


main()
