#!/usr/bin/env bash
# The main job on a real example: a reader of INI files of some 200 lines in which two mistakes are hidden.
set -euo pipefail
cd "$(dirname "$0")/.."
lariat=$PWD/${CARGO_TARGET_DIR:-target}/release/lariat
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
run() {
  printf '\n$ lariat %s\n' "$*"
  # A bug found is what is wanted here: its exit code is 1.
  "$lariat" "$@" || [ $? -eq 1 ]
}
run test examples/ini.c --sym-stdin 5 --time 120s --out "$out/ini"
for report in "$out"/ini/bug-*/report.txt; do
  [ -e "$report" ] || { echo 'the demo found no bug in two minutes: is the machine busy?' >&2; exit 1; }
  printf '\n$ cat %s\n' "$report"
  cat "$report"
done
run replay "$out/ini"
