#!/usr/bin/env bash
# The tables. Everything is measured in one run and printed as ratios, because machines are shared and noisy.
set -euo pipefail
cd "$(dirname "$0")/.."
lariat=${CARGO_TARGET_DIR:-target}/release/lariat
case $lariat in /*) ;; *) lariat=$PWD/$lariat ;; esac
sources=$(./scripts/fetch-sources.sh)

echo '== Loading real code =='
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
json_c() { (cd "$sources/json_c" && "$lariat" show --compile-commands build/compile_commands.json "$@"); }
libtasn1() { (cd "$sources/libtasn1" && "$lariat" show lib/[A-Za-z]*.c -I . -I lib -I lib/gl -I lib/includes -D HAVE_CONFIG_H -D ASN1_BUILDING -D _GNU_SOURCE "$@"); }
zlib() { (cd "$sources/zlib" && "$lariat" show ./*.c -D HAVE_UNISTD_H "$@"); }
sqlite() { (cd "$sources/sqlite" && "$lariat" show sqlite3.c "$@"); }
python3 - <<'PY'
print(f"{'package':<10} {'functions':>9} {'instructions':>12} {'loops':>6}  unsupported instructions")
PY
for package in json_c libtasn1 zlib sqlite; do
  "$package" --quiet --json >"$work/$package.json"
  python3 - "$package" "$work/$package.json" <<'PY'
import collections, json, sys
package, path = sys.argv[1:]
with open(path) as file:
    program = json.load(file)
functions = [f for f in program["functions"] if f.get("defined")]
instructions = sum(len(b["instructions"]) for f in functions for b in f["blocks"])
loops = sum(len(f.get("loops", [])) for f in functions)
unsupported = collections.Counter(u["reason"] for u in program["unsupported"])
text = ", ".join(f"{reason}: {count}" for reason, count in sorted(unsupported.items())) or "none"
print(f"{package:<10} {len(functions):>9} {instructions:>12} {loops:>6}  {text}")
PY
done

echo
cargo bench --locked -q -p lariat-frontend --bench load -- "$sources/sqlite/sqlite3.c"
echo
cargo bench --locked -q -p lariat-term --bench terms
echo
cargo bench --locked -q -p lariat-solver --bench queries
echo
echo '== Lariat beside KLEE =='
cargo bench --locked -q -p lariat-exec --bench klee
echo
echo '== The same programs as a user runs them: lariat test (or verify, where an error is to be found) with its defaults but 10 s =='
printf '%-12s %9s %9s %9s %9s %9s %6s\n' program paths queries backend 'search s' tests bugs
for program in bench/klee/*.c; do
  command=test
  if grep -q reach_error "$program"; then command=verify; fi
  # A bug or a limit is no failure here.
  "$lariat" "$command" "$program" --time 10s --quiet --json --out "$work/out" >"$work/summary.json" || [ $? -eq 1 ] || [ $? -eq 3 ]
  python3 - "$program" "$work/summary.json" <<'PY'
import json, os, sys
with open(sys.argv[2]) as file:
    run = json.load(file)
name = os.path.basename(sys.argv[1])[:-2]
seconds = run["time"]["execution"] + run["time"]["solver"]
queries = run["queries"]
print(f"{name:<12} {run['paths']:>9} {queries['asked']:>9} {queries['backend']:>9} {seconds:>9.3f} {run['tests']:>9} {len(run['bugs']):>6}")
PY
done

echo
echo '== Necessary conditions (APC): lariat reach with and without them =='
python3 scripts/necessary_conditions.py "$lariat" "$work/out"

echo
echo '== Proteus deep loops: lariat verify with and without summaries, 10 s each =='
python3 scripts/deep_loops.py "$lariat" bench/deep

echo
echo '== Proteus tasks: tests/verify at 30 s each =='
python3 scripts/verify_tasks.py "$lariat" tests/verify --time 30

echo
echo '== Proteus packages: types and bounds of all their loops =='
python3 scripts/loops_table.py "$lariat" "$(./scripts/fetch-sources.sh loops)" coreutils gmp pcre2 libxml2
