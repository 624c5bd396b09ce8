#!/usr/bin/env python3
"""Runs `lariat verify` on the deep loops of bench/deep, with and without summaries, and prints what it took.

    scripts/deep_loops.py BINARY DIRECTORY [--time SECONDS]

Times are those of the process and of what it starts (the native replay of a `false` and its compiler), in seconds of CPU. A wrong verdict makes the script fail.
"""

import os
import re
import subprocess
import sys
import tempfile

# The six programs of the paper's Table 6, here with constants of their own: what KLEE and the paper's prototype took.
PAPER = {
    "functions_bug": ("23 min", "0.06"),
    "phases_bug": ("> 30 min", "0.18"),
    "overflow": ("> 30 min", "0.04"),
    "multivar_bug": ("11.97", "0.05"),
    "simple_bug_1": ("22 min", "0.03"),
    "simple_bug_2": ("0.02", "0.03"),
}

GOAL = 0.5


def main():
    args = sys.argv[1:]
    limit = 10.0
    if "--time" in args:
        at = args.index("--time")
        limit = float(args[at + 1])
        del args[at : at + 2]
    binary, directory = args
    names = {name[:-2] for name in os.listdir(directory) if name.endswith(".c")}
    order = [name for name in PAPER if name in names] + sorted(names - set(PAPER))
    wrong = within = 0
    print(f"{'loop':<18} {'verdict':<8} {'CPU s':>6} {'without':>8} {'CPU s':>6} {'ratio':>7} {'KLEE':>9} {'Proteus':>8}")
    for name in order:
        task = os.path.join(directory, name + ".c")
        with open(task) as file:
            expected = re.search(r"^//@ verify: (\w+)", file.read(), re.M)[1]
        answer, seconds = run(binary, task, limit, [])
        plain, plain_seconds = run(binary, task, limit, ["--no-summaries"])
        for given in (answer, plain):
            if given in ("true", "false") and given != expected:
                print(f"{name}: {given} is WRONG")
                wrong += 1
        within += answer == expected and seconds <= GOAL
        more = ">" if plain != expected else ""
        ratio = f"{more}{plain_seconds / max(seconds, 0.01):.0f}"
        klee, proteus = PAPER.get(name, ("", ""))
        print(
            f"{name:<18} {answer:<8} {seconds:>6.2f} {plain:>8} {plain_seconds:>6.2f} {ratio:>7} {klee:>9} {proteus:>8}",
            flush=True,
        )
    print(f"{within} of {len(order)} decided within {GOAL} s")
    return 1 if wrong else 0


def run(binary, task, limit, more):
    """The verdict's word, and the CPU time."""
    with tempfile.TemporaryDirectory() as out:
        command = [binary, "verify", task, "--data-model", "ILP32", "--time", f"{limit:g}s"]
        command += ["--quiet", "--out", os.path.join(out, "out"), *more]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    lines = [line for line in text.splitlines() if line.startswith("verdict: ")]
    word = lines[-1].split()[1].strip(",;:") if lines else "?"
    return word, usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    sys.exit(main())
