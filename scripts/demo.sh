#!/usr/bin/env bash
# The main job on a real example: what Lariat sees in a C program with loops.
set -euo pipefail
cd "$(dirname "$0")/.."
lariat=${CARGO_TARGET_DIR:-target}/release/lariat
run() { printf '\n$ lariat %s\n' "$*"; "$lariat" "$@"; }
run show examples/wordcount.c --loops
run show examples/search.c
