# shellcheck shell=bash
# Sourced by deploy/quickstart.sh and tests/run.sh, which run with set -euo pipefail.

repo_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Progress on standard error, so that standard output holds results only.
step() {
  printf '[%4ds] %s\n' "$SECONDS" "$*" >&2
}

# quietly LOG WHAT COMMAND...: runs COMMAND with its output in LOG, and shows the end of LOG only when it fails.
quietly() {
  local log=$1 what=$2
  shift 2
  step "$what"
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 </dev/null && return
  tail -n 80 "$log" >&2
  die "$what failed; all of its output is in $log"
}
