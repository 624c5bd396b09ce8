#!/usr/bin/env python3
"""The table "APC": lariat reach with and without necessary conditions, in one run.

Times are processor time after the front end, of all processes Lariat starts (the front end and the native replay are clang's). The ratio says how
many times longer the search takes alone; a search that came to no answer is cut off, so its ratio is a lower bound.
"""
import json
import os
import resource
import subprocess
import sys

LIMIT = 20
PROGRAMS = "tests/programs/necessary"
# The program, what must come out, and the seconds it may take with necessary conditions.
ROWS = [
    ("one_loop", "unreachable", 0.2),
    ("two_loops", "unreachable", 0.2),
    ("hello", "reached", 1),
    ("hello_long", "reached", 1),
    ("hw", "reached", 1),
    ("hw_long", "reached", 1),
    ("hwm", "reached", 5),
    ("hwm_long", "reached", 5),
    ("matr_ir", "reached", 1),
    ("matr_ir_long", "reached", 1),
    ("matr_ir_other", "reached", 1),
    ("win_driver", "reached", 1),
    ("win_driver_long", "reached", 1),
    ("running_example", "reached", 1),
    ("running_example_1200", "reached", 1),
    ("running_example_20000", "reached", None),
    ("running_example_bound", "unreachable", 1),
    ("running_example_negative", "reached", 1),
    ("theorem_2", "not reached", None),
    ("other_words", "reached", 5),
    ("two_counts_many", "reached", None),
]


def run(lariat, program, out, *options):
    """The verdict and the processor time after the front end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [lariat, "reach", program, "--target", "goal", "--quiet", "--json"]
    command += ["--time", f"{LIMIT}s", "--out", out, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        answer = json.loads(done.stdout)
    except json.JSONDecodeError:
        return f"exit code {done.returncode}", 0.0
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return answer["verdict"].split(" ")[0], max(0.0, used - answer["time"]["front_end"])


def main():
    lariat, out = sys.argv[1:3]
    print(f"{'program':<26} {'with':<12} {'s':>6} {'goal':>5}   {'without':<12} {'s':>6} {'ratio':>8}")
    missed = []
    for name, expected, goal in ROWS:
        program = os.path.join(PROGRAMS, name + ".c")
        verdict, seconds = run(lariat, program, out)
        plain, plain_seconds = run(lariat, program, out, "--no-summaries")
        more = ">" if plain not in ("reached", "unreachable") else ""
        ratio = f"{more}{plain_seconds / max(seconds, 0.01):.1f}"
        right = verdict != "reached" if expected == "not reached" else verdict == expected
        if not right:
            missed.append(f"{name} is {verdict}, not {expected}")
        elif goal is not None and seconds > goal:
            missed.append(f"{name} takes {seconds:.2f} s")
        goal = "" if goal is None else f"{goal:g}"
        print(
            f"{name:<26} {verdict:<12} {seconds:>6.2f} {goal:>5}   {plain:<12} {plain_seconds:>6.2f} {ratio:>8}",
            flush=True,
        )
    print("goals missed: " + ("; ".join(missed) or "none"))


if __name__ == "__main__":
    main()
