#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test with ctest. Safe to repeat.
# Usage: tests/run.sh [CTEST_ARGUMENT...]   arguments go to ctest; e.g. -R e2e
#   RETARGETD_CORPUS  the corpus, default ../shared/corpus. Without it corpus tests skip, and fail where CI=true.
# Quiet unless something fails: what the steps print is kept in build/log. Standard output ends with ctest's summary.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../deploy/common.sh"
cd "$repo_root"
log=build/log
jobs=$(nproc)

build() {  # build PRESET [--target T]
  quietly "$log/configure-$1.log" "configuring ($1)" cmake --preset "$1"
  quietly "$log/build-$1.log" "building ($1)" cmake --build --preset "$1" -j "$jobs" "${@:2}"
}

"$repo_root/deploy/install_packages.sh" build test
build release
build fuzz --target fuzzers

step "testing"
if ! ctest --preset release -j "$jobs" --no-tests=error "$@" >"$log/ctest.log" 2>&1 </dev/null; then
  # What passed is of no interest now; the output of each failed test and the summary are.
  grep -Ev '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test .* Passed )' "$log/ctest.log"
  exit 1
fi
sed -n '/ tests passed, /,$p' "$log/ctest.log"
