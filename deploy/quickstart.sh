#!/usr/bin/env bash
# From a bare Debian 12 to a retargeted clip: installs packages, builds, starts the daemon on a store of its own, bakes
# one clip onto one rig twice (the second is a hit), writes a GLB that plays, stops the daemon.
#
# Usage: deploy/quickstart.sh [--bin DIR] [--out DIR] [CLIP_FILE CLIP_NAME TARGET_FILE]
#   --bin DIR   use the retargetd and retargetctl in DIR; nothing is installed or built
#   --out DIR   where everything it writes goes, default out/quickstart
#   Without files it bakes the project's own sample clip onto its own sample rig.
# Safe to repeat. What installing and building print is kept in build/log and shown only when a step fails.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  sed -n '2,/^# Safe/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
}

bin='' out="$repo_root/out/quickstart" inputs=()
while (($# > 0)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --bin | --out) (($# > 1)) || die "$1 needs a folder"; printf -v "${1#--}" %s "$2"; shift ;;
    -*) die "unknown option $1; see --help" ;;
    *) inputs+=("$1") ;;
  esac
  shift
done
case ${#inputs[@]} in
  0) ;;
  3) for file in "${inputs[0]}" "${inputs[2]}"; do [[ -e $file ]] || die "no such file: $file"; done ;;
  *) die "give CLIP_FILE CLIP_NAME TARGET_FILE, or none of them; see --help" ;;
esac

build_programs() {  # into build/release, and links to both in build/bin
  local log=$repo_root/build/log
  "$repo_root/deploy/install_packages.sh" build
  quietly "$log/configure-release.log" "configuring" cmake -S "$repo_root" --preset release
  quietly "$log/build-quickstart.log" "building retargetd and retargetctl" \
    cmake --build "$repo_root/build/release" -j "$(nproc)" --target retargetd retargetctl
  bin=$repo_root/build/bin
  mkdir -p "$bin"
  ln -sf ../release/server/retargetd ../release/client/retargetctl "$bin/"
}
[[ -n $bin ]] || build_programs
for program in retargetd retargetctl; do
  [[ -x $bin/$program ]] || die "$bin/$program is not there"
done

mkdir -p "$out"
out=$(cd "$out" && pwd)
sockets=$(mktemp -d)  # a socket's path must be short
export RETARGETD_SERVER=unix:$sockets/retargetd
daemon=''
stop_daemon() {
  if [[ -n $daemon ]]; then
    kill "$daemon" 2>/dev/null || true
    wait "$daemon" || true
  fi
  rm -rf "$sockets"
}
trap stop_daemon EXIT

start_daemon() {
  "$bin/retargetd" --listen "$RETARGETD_SERVER" --data-dir "$out/store" >"$out/retargetd.log" 2>&1 </dev/null &
  daemon=$!
  for ((tries = 0; tries < 200; ++tries)); do
    "$bin/retargetctl" stats >/dev/null 2>&1 && return
    kill -0 "$daemon" 2>/dev/null || break
    sleep 0.1
  done
  cat "$out/retargetd.log" >&2
  die "the daemon did not start; its log is above"
}

# show COMMAND...: runs retargetctl and prints the command line and its answer.
show() {
  printf '\n$ retargetctl %s\n' "${*@Q}"
  "$bin/retargetctl" "$@" || die "retargetctl $1 failed; the daemon's log is $out/retargetd.log"
}

step "starting retargetd"
start_daemon
if ((${#inputs[@]} == 0)); then
  show sample -o "$out/sample"
  inputs=("$out/sample/clip.glb" walk "$out/sample/rig.glb")
fi
show clear --everything  # an earlier run's bake would make the first one here a hit
show plan "${inputs[0]}" --clip "${inputs[1]}" --target "${inputs[2]}"
show bake "${inputs[0]}" --clip "${inputs[1]}" --target "${inputs[2]}" -o "$out/baked.glb"
show bake "${inputs[0]}" --clip "${inputs[1]}" --target "${inputs[2]}" -o "$out/again.glb"
cmp -s "$out/baked.glb" "$out/again.glb" || die "the second bake gave other bytes: compare $out/baked.glb and again.glb"
printf '\nThe second bake was a hit with the same bytes.\n'
cat <<EOF
  clip on the target rig  $out/baked.glb
  daemon's store and log  $out/store, $out/retargetd.log
  programs                $bin/retargetd, $bin/retargetctl
EOF
