#!/usr/bin/env python3
"""Runs `lariat verify` on the tasks of a directory and prints how many were decided.

    scripts/verify_tasks.py BINARY DIRECTORY [--time SECONDS] [--all] [--only TEXT] [ARGUMENT ...]

Every task says its verdict in its first line, `//@ verify: true|false`, and its property in the second, if it is not `unreach-call`. A wrong verdict makes the script fail.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile
import time


def main():
    args = sys.argv[1:]
    limit, every, only = 30.0, False, ""
    while "--time" in args:
        at = args.index("--time")
        limit = float(args[at + 1])
        del args[at : at + 2]
    while "--only" in args:
        at = args.index("--only")
        only = args[at + 1]
        del args[at : at + 2]
    if "--all" in args:
        every = True
        args.remove("--all")
    binary, directory, *more = args
    table = collections.defaultdict(collections.Counter)
    for task in sorted(found(directory)):
        name = os.path.relpath(task, directory)
        if only not in name:
            continue
        with open(task) as file:
            text = file.read()
        expected = re.search(r"^//@ verify: (\w+)", text, re.M)
        about = re.search(r"^//@ property: (\S+)", text, re.M)
        if expected is None:
            continue
        about = about[1] if about else "unreach-call"
        answer, seconds, line = run(binary, task, limit, ["--property", about, *more])
        if answer not in ("true", "false"):
            kind = "unknown"
        else:
            kind = "correct" if answer == expected[1] else "WRONG"
        for group in (name.split(os.sep)[0], "all"):
            table[group][kind] += 1
            table[group]["tasks"] += 1
            table[group]["fast"] += kind == "correct" and seconds < 1
        if every or kind == "WRONG":
            print(f"{name:<36} {expected[1]:<5} {kind:<7} {seconds:6.2f} s  {line}", flush=True)
    print(f"{'tasks':<10} {'number':>6} {'correct':>8} {'wrong':>6} {'unknown':>8} {'under 1 s':>10}")
    for group, row in table.items():
        share = 100 * row["fast"] / row["tasks"]
        print(
            f"{group:<10} {row['tasks']:>6} {row['correct']:>8} {row['WRONG']:>6}"
            f" {row['unknown']:>8} {share:>8.0f} %"
        )
    return 1 if table["all"]["WRONG"] else 0


def found(directory):
    for where, _, names in os.walk(directory):
        yield from (os.path.join(where, name) for name in names if name.endswith((".c", ".i")))


def run(binary, task, limit, more):
    """The verdict's word, the seconds it took, and the whole line."""
    with tempfile.TemporaryDirectory() as out:
        command = [binary, "verify", task, "--data-model", "ILP32"]
        command += ["--time", f"{limit:g}s", "--quiet", "--out", os.path.join(out, "out"), *more]
        start = time.monotonic()
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit + 30)
            text = done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            text = "verdict: unknown (did not stop)"
        seconds = time.monotonic() - start
    lines = [line for line in text.splitlines() if line.startswith("verdict: ")]
    line = lines[-1].removeprefix("verdict: ") if lines else (text.strip().splitlines() or ["?"])[0]
    return line.split()[0].strip(",;:") if lines else "?", seconds, line


if __name__ == "__main__":
    sys.exit(main())
