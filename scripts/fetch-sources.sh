#!/usr/bin/env bash
# Brings real C code to measure on: json-c, libtasn1 and zlib from Debian's source packages, sqlite3's amalgamation from the
# crate that ships it. Everything lands in the cache, configured, once; prints the directory it is in.
set -euo pipefail
CACHE=${LARIAT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lariat}/sources
mkdir -p "$CACHE"
cd "$CACHE"
say() { printf 'sources: %s\n' "$*" >&2; }

# Source entries made from the machine's own package entries, kept apart from its configuration.
apt_setup() {
  [ -f apt/ready ] && return
  say "reading Debian's list of source packages"
  mkdir -p apt/parts apt/lists/partial apt/archives/partial
  [ -f /etc/apt/sources.list ] && sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >apt/parts/machine.list
  for file in /etc/apt/sources.list.d/debian*.sources; do
    [ -f "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" >"apt/parts/$(basename "$file")"
  done
  apt update -qq
  touch apt/ready
}

apt() {
  apt-get -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$CACHE/apt/parts" \
    -o Dir::State::lists="$CACHE/apt/lists" -o Dir::Cache="$CACHE/apt" -o APT::Sandbox::User=root "$@"
}

debian_source() { # package directory
  [ -f "$2/ready" ] && return
  apt_setup
  say "fetching the source package $1"
  rm -rf "$2" "$2.download"
  mkdir -p "$2" "$2.download"
  (cd "$2.download" && apt source -qq --download-only "$1" >/dev/null)
  tar -xf "$(ls "$2.download"/*.orig.tar.* | grep -v '\.asc$' | head -n 1)" --strip-components=1 -C "$2"
  rm -rf "$2.download"
  (cd "$2" && "configure_$2" >configure.log 2>&1) || { say "configuring $1 failed, see $CACHE/$2/configure.log"; return 1; }
  touch "$2/ready"
}

configure_zlib() { ./configure; }
configure_libtasn1() { ./configure --disable-doc --disable-dependency-tracking && make -C lib config.h 2>/dev/null || true; [ -f config.h ]; }
configure_json_c() { cmake -S . -B build -DBUILD_TESTING=OFF -DBUILD_APPS=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_C_COMPILER=clang-19 && cp build/*.h .; }

command -v cmake >/dev/null || {
  say "installing cmake, which json-c is configured with"
  if [ "$(id -u)" = 0 ]; then env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends cmake >/dev/null
  else sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends cmake >/dev/null; fi
}
debian_source zlib zlib
debian_source libtasn1-6 libtasn1
debian_source json-c json_c

if [ ! -f sqlite/ready ]; then
  say "fetching sqlite3's amalgamation"
  rm -rf sqlite sqlite.crate; mkdir -p sqlite sqlite.crate/src
  printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\nlibsqlite3-sys = { version = "0.35", features = ["bundled"] }\n' >sqlite.crate/Cargo.toml
  touch sqlite.crate/src/lib.rs
  (cd sqlite.crate && cargo vendor -q vendor >/dev/null)
  cp sqlite.crate/vendor/libsqlite3-sys/sqlite3/sqlite3.[ch] sqlite/
  rm -rf sqlite.crate
  touch sqlite/ready
fi
echo "$CACHE"
