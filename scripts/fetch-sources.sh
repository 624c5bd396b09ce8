#!/usr/bin/env bash
# Brings real C code to measure on: json-c, libtasn1 and zlib from Debian's source packages, sqlite3's amalgamation from the
# crate that ships it. Everything lands in the cache, configured, once; prints the directory it is in.
# With the argument `loops`: the packages whose loops are classified, built once so that the commands of their compilation are known.
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
  # Mirrors may be behind with security updates; the release itself they have.
  (cd "$2.download" && { apt source -qq --download-only "$1" || apt source -qq --download-only "$1/$(. /etc/os-release && echo "$VERSION_CODENAME")"; } >/dev/null)
  tar -xf "$(ls "$2.download"/*.orig.tar.* | grep -v '\.asc$' | head -n 1)" --strip-components=1 -C "$2"
  rm -rf "$2.download"
  (cd "$2" && "configure_$2" >configure.log 2>&1) || { say "configuring $1 failed, see $CACHE/$2/configure.log"; return 1; }
  touch "$2/ready"
}

# Installs a package if a command it brings is missing.
needed() { # command package
  command -v "$1" >/dev/null && return
  say "installing $2"
  local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2")
  if [ "$(id -u)" = 0 ]; then "${install[@]}" >/dev/null; else sudo "${install[@]}" >/dev/null; fi
}

configure_zlib() { ./configure; }
configure_libtasn1() { ./configure --disable-doc --disable-dependency-tracking && make -C lib config.h 2>/dev/null || true; [ -f config.h ]; }
configure_json_c() { cmake -S . -B build -DBUILD_TESTING=OFF -DBUILD_APPS=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_C_COMPILER=clang-19 && cp build/*.h .; }

# A compiler that writes down each command that compiles something. The build itself makes the headers that packages generate.
recorded() { # configure options...
  rm -f commands.jsonl
  cat >recording-compiler <<'SH'
#!/usr/bin/env bash
if [[ " $* " == *" -c "* && "$*" == *.c* ]]; then
  python3 -c 'import json, os, sys; print(json.dumps({"directory": os.getcwd(), "arguments": sys.argv[1:]}))' "$@" >>"$RECORD"
fi
exec clang-19 -w "$@"
SH
  chmod +x recording-compiler
  FORCE_UNSAFE_CONFIGURE=1 ./configure CC=clang-19 CFLAGS=-O0 --disable-shared --disable-dependency-tracking "$@"
  export RECORD=$PWD/commands.jsonl
  make -j2 -k CC="$PWD/recording-compiler" || true
  [ -s commands.jsonl ]
}
configure_coreutils() { recorded --disable-nls; }
# Debian's archive comes without the manual.
configure_gmp() { mkdir -p doc && touch doc/Makefile.in && recorded --disable-assembly; }
configure_pcre2() { recorded --enable-pcre2-16 --enable-pcre2-32; }
configure_libxml2() { { [ -x configure ] || autoreconf -i; } && recorded --without-python; }

if [ "${1:-}" = loops ]; then
  needed m4 m4
  needed autoreconf autoconf
  needed automake automake
  needed libtoolize libtool
  needed pkg-config pkg-config
  debian_source coreutils coreutils
  debian_source gmp gmp
  debian_source pcre2 pcre2
  debian_source libxml2 libxml2
  echo "$CACHE"
  exit
fi

needed cmake cmake
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
