#!/usr/bin/env bash
# Installs what Lariat is built with and leaves alone what is already there:
#   - Debian packages: LLVM 19, clang 19 and the libraries they link to;
#   - the Z3 library, taken out of its Python wheel;
#   - with the argument `dev`, also what only the test suite needs: csmith and its headers;
#   - with the argument `licences`, also cargo-deny, built from its crate, which takes some minutes.
# Downloads are kept in ${LARIAT_CACHE:-~/.cache/lariat}, so a second run, or a second clone, is instant.
# The tree itself gets only .deps/, which .cargo/config.toml points the build scripts at.
set -euo pipefail
cd "$(dirname "$0")/.."

Z3_VERSION=5.4.0.0
CARGO_DENY_VERSION=0.20.2
CACHE=${LARIAT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lariat}
PACKAGES=(
  clang-19 llvm-19 llvm-19-dev libpolly-19-dev libclang-rt-19-dev # the compiler, its library, its sanitizers
  libz-dev libzstd-dev libxml2-dev libffi-dev               # what libLLVM links to
  gcc gcc-multilib libc6-dev make                           # headers for -m64 and -m32
  pkg-config patchelf unzip python3 ca-certificates         # what this script itself uses
)

[ "${1:-}" != dev ] || PACKAGES+=(csmith libcsmith-dev) # random programs for the differential tests

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"
  else die "'$*' needs root and there is no sudo; run it by hand, then 'make setup' again"; fi
}

command -v cargo >/dev/null || die "Rust is missing: install the stable toolchain first (rustup)"
command -v apt-get >/dev/null || die "this script knows Debian's apt-get only; on another system install: ${PACKAGES[*]}"

installed() { # a package by its own name, or one that provides it
  dpkg-query -W -f '${db:Status-Status} ${Package} ${Provides}\n' 2>/dev/null |
    awk -v want="$1" '$1 == "installed" { for (i = 2; i <= NF; i++) { gsub(/[,]/, "", $i); if ($i == want) found = 1 } } END { exit !found }'
}

missing=()
for package in "${PACKAGES[@]}"; do installed "$package" || missing+=("$package"); done
if [ ${#missing[@]} -gt 0 ]; then
  say "installing Debian packages: ${missing[*]}"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
else
  say "Debian packages are there"
fi

# A wheel is a zip file: pip is only the downloader. Where python3 has no pip, Debian's is installed.
fetch_wheel() { # name version directory
  python3 -m pip --version >/dev/null 2>&1 || {
    say "installing pip to download wheels with"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-pip >/dev/null
  }
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: -d "$3" "$1==$2"
}

unpack() { # name version wheel-pattern target-directory: atomic, so an interrupted run leaves nothing half done
  local work; work=$(mktemp -d "$CACHE/unpack.XXXXXX")
  fetch_wheel "$1" "$2" "$work"
  unzip -q "$work"/$3 -d "$work/out"
  rm -rf "$4"; mv "$work/out" "$4"; rm -rf "$work"
}

mkdir -p "$CACHE" .deps/pkgconfig .deps/bin
z3=$CACHE/z3-$Z3_VERSION
if [ ! -f "$z3/ready" ]; then
  say "fetching the Z3 $Z3_VERSION library into $z3"
  unpack z3-solver "$Z3_VERSION" 'z3_solver-*.whl' "$z3"
  # The library's own name becomes its full path, so every program linked to it finds it without an rpath.
  patchelf --set-soname "$z3/z3/lib/libz3.so" "$z3/z3/lib/libz3.so"
  touch "$z3/ready"
else
  say "Z3 $Z3_VERSION is there"
fi
pc=$(printf 'prefix=%s\nlibdir=${prefix}/lib\nincludedir=${prefix}/include\n\nName: z3\nDescription: The Z3 theorem prover\nVersion: %s\nLibs: -L${libdir} -lz3\nCflags: -I${includedir}\n' "$z3/z3" "$Z3_VERSION")
[ "$(cat .deps/pkgconfig/z3.pc 2>/dev/null)" = "$pc" ] || printf '%s\n' "$pc" >.deps/pkgconfig/z3.pc

if [ "${1:-}" = licences ]; then
  deny=$CACHE/cargo-deny-$CARGO_DENY_VERSION
  if [ ! -x "$deny/bin/cargo-deny" ]; then
    say "building cargo-deny $CARGO_DENY_VERSION into $deny (once, some minutes)"
    build=$(mktemp -d "$CACHE/build.XXXXXX")
    # Run outside this tree, whose .cargo/config.toml is not meant for it; without optimisation it is built in half the time.
    (cd "$build" && CARGO_TARGET_DIR=$build cargo install --quiet --debug --locked --no-default-features --root "$build/root" "cargo-deny@$CARGO_DENY_VERSION")
    rm -rf "$deny"; mv "$build/root" "$deny"; rm -rf "$build"
  else
    say "cargo-deny $CARGO_DENY_VERSION is there"
  fi
  ln -sfn "$deny/bin/cargo-deny" .deps/bin/cargo-deny
fi
say "done"
