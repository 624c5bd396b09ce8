#!/usr/bin/env bash
# Runs `make demo` and `make test` of the last commit as a new user would, on a fresh Debian 12:
#   - the smallest Debian there is (debootstrap), with make, gcc, git and certificates only;
#   - the Rust toolchain of this machine, copied;
#   - what this machine needs to download things: mirrors, proxies, certificates, settings of pip and cargo;
#   - a clone of this repository's HEAD.
# It needs root, because it changes the root directory. Each run starts from the same clean Debian, which is made
# once and kept in ${LARIAT_CACHE:-~/.cache/lariat}/fresh; FRESH_BASE=new makes it anew.
# FRESH_TARGETS="demo test" says what is run, FRESH_KEEP=1 leaves the directory there for a look afterwards.
# It ends with one line for each target: how it went, and how long it took. The exit code is 1 if one failed.
set -euo pipefail
cd "$(dirname "$0")/.."

RELEASE=bookworm # Debian 12
PACKAGES=make,gcc,libc6-dev,git,ca-certificates
CACHE=${LARIAT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lariat}/fresh
TARGETS=${FRESH_TARGETS:-demo test}

say() { printf 'fresh: %s\n' "$*"; }
die() { printf 'fresh: %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || die "this needs root: it makes a Debian of its own and changes into it; try 'sudo -E make fresh'"
command -v unshare >/dev/null || die "unshare is missing (Debian: util-linux)"
toolchain=$(rustc --print sysroot)
[ -x "$toolchain/bin/cargo" ] && [ "$toolchain" != /usr ] ||
  die "the Rust toolchain in $toolchain cannot be copied: it is not in a directory of its own, as rustup installs it"
if ! command -v debootstrap >/dev/null; then
  command -v apt-get >/dev/null || die "debootstrap is missing"
  say "installing debootstrap"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
fi

# Where this machine gets Debian from. Elsewhere than on Debian nobody says so, and debootstrap knows a place.
archives() { # prints the repository, suite and component of each archive of the release
  command -v apt-get >/dev/null || return 0
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
    awk -v release="$RELEASE" '$2 ~ "^" release "(-updates|-security)?$" && $3 == "main"' | sort -u
}

umask 022
mkdir -p "$CACHE"
base=$CACHE/$RELEASE.tar
root=$(mktemp -d "$CACHE/root.XXXXXX")

# Nothing is ever mounted where this script sees it: the mounts are in a namespace of their own, which goes when its
# last process does. This is only the second lock on the door.
remove_root() {
  if grep -qF " $root/" /proc/self/mounts; then
    say "something is mounted below $root: it is left alone"
  elif [ "${FRESH_KEEP:-}" = 1 ]; then
    say "what was run is in $root"
  else
    rm -rf --one-file-system "$root"
  fi
}
trap remove_root EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

[ "${FRESH_BASE:-}" != new ] || rm -f "$base"
if [ ! -f "$base" ]; then
  say "making a Debian of its own in $base (once)"
  mirror=$(archives | awk -v release="$RELEASE" '$2 == release { print $1; exit }')
  debootstrap --variant=minbase --include="$PACKAGES" "$RELEASE" "$root" $mirror >"$CACHE/debootstrap.log" 2>&1 ||
    die "debootstrap failed: see $CACHE/debootstrap.log"
  rm -rf "$root"/var/cache/apt/archives/*.deb
  tar --numeric-owner --one-file-system -C "$root" -cf "$base.part" .
  mv "$base.part" "$base"
else
  tar --numeric-owner -C "$root" -xf "$base"
fi

# What this machine needs to reach the world.
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
if [ -n "$(archives)" ]; then
  archives | sed 's/^/deb /' >"$root/etc/apt/sources.list"
fi
for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do # proxies and the like
  [ ! -f "$file" ] || ! grep -q '^ *Acquire' "$file" || cp "$file" "$root/etc/apt/apt.conf.d/"
done
if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
fi
if [ -d /usr/local/share/ca-certificates ]; then
  cp -a /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/"
fi
[ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/"
if [ -f "$HOME/.config/pip/pip.conf" ]; then
  mkdir -p "$root/root/.config/pip"
  cp "$HOME/.config/pip/pip.conf" "$root/root/.config/pip/"
fi
mkdir -p "$root/root/.cargo"
for file in config config.toml; do
  [ ! -f "${CARGO_HOME:-$HOME/.cargo}/$file" ] || cp "${CARGO_HOME:-$HOME/.cargo}/$file" "$root/root/.cargo/"
done
variables=()
while IFS= read -r name; do
  case $name in
    *TOKEN* | *PASSWORD* | *SECRET* | *_KEY) ;;
    PIP_FIND_LINKS) ;; # a directory of this machine
    http_proxy | https_proxy | ftp_proxy | all_proxy | no_proxy | HTTP_PROXY | HTTPS_PROXY | ALL_PROXY | NO_PROXY | \
      SSL_CERT_FILE | SSL_CERT_DIR | CURL_CA_BUNDLE | REQUESTS_CA_BUNDLE | GIT_SSL_CAINFO | PIP_* | \
      CARGO_HTTP_* | CARGO_NET_* | CARGO_SOURCE_* | CARGO_REGISTRIES_*)
      variables+=("$name=${!name}") ;;
  esac
done < <(compgen -e)

say "copying the Rust toolchain $toolchain"
mkdir -p "$root/opt/rust"
tar -C "$toolchain" --exclude=./share/doc --exclude=./share/man -cf - . | tar --no-same-owner -C "$root/opt/rust" -xf -

chmod 755 "$root" # it becomes /, where everybody may look
[ -z "$(git status --porcelain)" ] || say "there are changes that are not committed: they are not tried"
git -c safe.directory='*' clone --quiet --no-hardlinks . "$root/root/lariat"
say "trying $(git -C "$root/root/lariat" log -1 --format='%h %s')"

run() { # a command in the fresh Debian, with mounts and processes that are gone when it ends
  unshare --mount --propagation private --pid --fork --kill-child bash -c '
    set -e
    root=$1; shift
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount --bind /dev "$root/dev"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts"
    mount -t tmpfs tmpfs "$root/dev/shm"
    exec chroot "$root" "$@"' fresh "$root" \
    /usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/opt/rust/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    "${variables[@]}" "$@"
}

run update-ca-certificates >/dev/null 2>&1 || say "update-ca-certificates failed"
failed=0
results=()
for target in $TARGETS; do
  say "make $target"
  start=$SECONDS
  if run make --no-print-directory -C /root/lariat "$target" 2>&1 | tee "$CACHE/$target.log"; then
    result=passed
  else
    result="FAILED, see $CACHE/$target.log"
    failed=1
  fi
  taken=$((SECONDS - start))
  results+=("$(printf 'make %-6s %d min %02d s  %s' "$target" $((taken / 60)) $((taken % 60)) "$result")")
done
printf '\n'
for line in "${results[@]}"; do say "$line"; done
exit $failed
