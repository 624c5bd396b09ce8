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
