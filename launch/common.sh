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

# Pavise is built with a Swift toolchain and the C library, and with nothing else.
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
