#!/usr/bin/env bash
# Builds the fuzz preset and runs every fuzz target for SECONDS each. Quiet; fails, showing the report, on a crash, a
# leak, a hang over 10 s or more than 1 GiB of memory. The input that did it is kept in build/fuzz/findings.
# Usage: tests/fuzz/run.sh SECONDS
#   FUZZ_SEED  start of the search, default 1: two runs of one tree look at the same inputs first. 0: a new start each time.
set -euo pipefail
seconds="${1:?usage: tests/fuzz/run.sh SECONDS}"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
findings=build/fuzz/findings
mkdir -p "$findings"

quietly() {  # quietly LOG COMMAND...: shows the log when the command fails
  local log="$1"
  shift
  "$@" >"$log" 2>&1 </dev/null || { cat "$log"; return 1; }
}

quietly "$findings/configure.log" cmake --preset fuzz
quietly "$findings/build.log" cmake --build --preset fuzz --target fuzzers -j "$(nproc)"

found=0
for target in build/fuzz/tests/fuzz/*_fuzz; do
  name="$(basename "$target")"
  corpus="build/fuzz/corpus/$name"
  mkdir -p "$corpus"
  # The golden files are the seeds; what is found on the way is kept for the next run.
  if ! quietly "$findings/$name.log" "$target" -max_total_time="$seconds" -seed="${FUZZ_SEED:-1}" -max_len=16384 -timeout=10 \
    -rss_limit_mb=1024 -artifact_prefix="$findings/$name-" "$corpus" tests/core/rig/golden tests/core/clip/golden \
    tests/core/import/golden; then
    echo "fuzzing $name failed"
    found=1
  fi
done
exit "$found"
