# Sourced by the scripts beside it, which have set the strict mode and gone to the root of the sources.

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "${0##*/}: $*"
  exit 1
}

usage_error() {
  say "${0##*/}: $1"
  say "$usage"
  exit 64
}

# The value of an option that has to have one.
value_of() {
  [[ $# -ge 2 && -n $2 ]] || usage_error "“$1” needs a value"
  printf '%s\n' "$2"
}

# Pavise is built with a Swift toolchain and three libraries of the distribution.
need_swift() {
  command -v swift >/dev/null \
    || fail "there is no Swift toolchain; https://www.swift.org/install says how to get one"
  local version
  version=$(swift --version 2>/dev/null | grep -oE 'Swift version [0-9]+\.[0-9]+' | head -n 1)
  version=${version##* }
  [[ ${version%%.*} -gt 6 || (${version%%.*} -eq 6 && ${version##*.} -ge 2) ]] \
    || fail "Swift ${version:-of an unknown version} is too old; 6.2 is the first that will do"
}

need_root() {
  [[ $EUID -eq 0 ]] || fail "this takes root"
}

# The libraries for HTTP, for the server and for its database, from the distribution where they are missing.
need_libraries() {
  local -A packages=([libcurl]=libcurl4-openssl-dev [libmicrohttpd]=libmicrohttpd-dev [sqlite3]=libsqlite3-dev)
  local missing=() library
  if command -v pkg-config >/dev/null; then
    for library in "${!packages[@]}"; do
      pkg-config --exists "$library" || missing+=("${packages[$library]}")
    done
  else
    missing=(pkg-config "${packages[@]}")
  fi
  [[ ${#missing[@]} -gt 0 ]] || return 0
  local how="apt-get install ${missing[*]}"
  command -v apt-get >/dev/null \
    || fail "these packages of Debian are missing, or what they are called here: ${missing[*]}"
  [[ $EUID -eq 0 ]] || fail "packages are missing; as root: $how"
  install_packages "${missing[@]}" || fail "not installed; by hand: $how"
}

# What some tests act on: a desktop without a screen, a message bus, a proxy. Without it they are skipped, which is said.
want_test_programs() {
  local -A packages=([Xvfb]=xvfb [openbox]=openbox [xdotool]=xdotool [xev]=x11-utils
    [sway]=sway [foot]=foot
    [dbus-daemon]=dbus [notify-send]=libnotify-bin [nginx]=nginx-light)
  local missing=() program
  for program in "${!packages[@]}"; do
    PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || missing+=("${packages[$program]}")
  done
  /usr/bin/python3 -c 'import dbus, gi' 2>/dev/null || missing+=(python3-dbus python3-gi)
  [[ ${#missing[@]} -gt 0 ]] || return 0
  if [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null && install_packages "${missing[@]}"; then
    return 0
  fi
  say "Some tests are skipped without: ${missing[*]}"
}

install_packages() {
  say "Installing $*..."
  local command=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@")
  "${command[@]}" >&2 || { apt-get update >&2 && "${command[@]}" >&2; }
}
