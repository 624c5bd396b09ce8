#!/usr/bin/env bash
# Runs the property tests with fresh random seeds and large budgets, and random C programs through the front end and, beside
# the natively compiled program, through the engine, round after round, until something fails, FUZZ_SECONDS have passed or
# you press Ctrl-C. Programs with a planted mistake are among them, for each property of `lariat verify`. What fails is printed with its seed and a command that repeats it; proptest writes it below the crate as
# a regression file, programs of csmith that cannot be loaded are kept in fuzz-failures/.
# FUZZ_ONLY=programs leaves the property tests out.
set -euo pipefail
cd "$(dirname "$0")/.."
lariat=${CARGO_TARGET_DIR:-target}/release/lariat
command -v csmith >/dev/null || ./scripts/setup.sh dev
include=$(dirname "$(find /usr/include -name csmith.h -print -quit)")
end=$((SECONDS + ${FUZZ_SECONDS:-1000000000}))
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
round=0
while [ $SECONDS -lt $end ]; do
  round=$((round + 1))
  seed=$((RANDOM * 32768 + RANDOM))
  if [ "${FUZZ_ONLY:-}" != programs ]; then
    echo "fuzz: round $round: terms, solver, program model, loops and library models, FUZZ_SEED=$seed"
    FUZZ_SEED=$seed FUZZ_FACTOR=${FUZZ_FACTOR:-8} PROPTEST_CASES=${FUZZ_CASES:-5000} \
      cargo test --release --locked -q -p lariat-term -p lariat-solver -p lariat-program -p lariat-loop -p lariat-summary -p lariat-runtime --lib --tests
  fi
  echo "fuzz: round $round: random C programs natively and in the engine, DIFFERENTIAL_SEED=$seed"
  DIFFERENTIAL_SEED=$seed DIFFERENTIAL_COUNT=${FUZZ_PERCENT:-300} cargo test --release --locked -q -p lariat --test differential
  echo "fuzz: round $round: 50 random C programs through the front end"
  for _ in $(seq 50); do
    [ $SECONDS -lt $end ] || break
    seed=$((RANDOM * 32768 + RANDOM))
    csmith --seed "$seed" >"$work/program.c"
    if ! "$lariat" show "$work/program.c" -I "$include" --cflags=-w --json >"$work/out.json" 2>"$work/err"; then
      mkdir -p fuzz-failures; cp "$work/program.c" "fuzz-failures/csmith-$seed.c"
      echo "fuzz: lariat show failed on fuzz-failures/csmith-$seed.c:"; cat "$work/err"; exit 1
    fi
    if grep -q '"reason"' "$work/out.json"; then
      mkdir -p fuzz-failures; cp "$work/program.c" "fuzz-failures/csmith-$seed.c"
      echo "fuzz: unsupported instructions in fuzz-failures/csmith-$seed.c"; exit 1
    fi
  done
done
echo "fuzz: $round rounds, nothing found"
