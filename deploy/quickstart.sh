#!/usr/bin/env bash
# From a bare Debian 12 to a retargeted clip: installs packages, builds, starts the daemon on a store of its own, bakes
# one clip onto one rig twice (the second is a hit), writes a GLB that plays, stops the daemon.
#
# Usage: deploy/quickstart.sh [--out DIR] [--build DIR] [CLIP_FILE CLIP_NAME TARGET_FILE]
#   --out DIR     where everything it writes goes, default out/quickstart; DIR/store is made anew
#   --build DIR   use the programs of this build folder; nothing is installed or built
#   Without files it bakes the project's own sample clip onto its own sample rig.
# Safe to repeat. What installing and building print is kept in build/log and shown only when a step fails.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  sed -n '2,/^# Safe/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
}

out=$repo_root/out/quickstart build='' inputs=()
while (($# > 0)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --out | --build) (($# > 1)) || die "$1 needs a folder"; printf -v "${1#--}" %s "$2"; shift ;;
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

if [[ -z $build ]]; then
  build=$repo_root/build/release log=$repo_root/build/log
  "$repo_root/deploy/install_packages.sh" build
  cd "$repo_root"
  quietly "$log/configure-release.log" "configuring" cmake --preset release
  quietly "$log/build-quickstart.log" "building retargetd and retargetctl" \
    cmake --build "$build" -j "$(nproc)" --target retargetd retargetctl
  cd "$OLDPWD"
fi
retargetd=$build/server/retargetd retargetctl=$build/client/retargetctl
for program in "$retargetd" "$retargetctl"; do
  [[ -x $program ]] || die "$program is not there"
done

mkdir -p "$out"
out=$(cd "$out" && pwd)
rm -rf "$out/store"
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
  "$retargetd" --listen "$RETARGETD_SERVER" --data-dir "$out/store" >"$out/retargetd.log" 2>&1 </dev/null &
  daemon=$!
  for ((tries = 0; tries < 200; ++tries)); do
    "$retargetctl" stats >/dev/null 2>&1 && return
    kill -0 "$daemon" 2>/dev/null || break
    sleep 0.1
  done
  cat "$out/retargetd.log" >&2
  die "the daemon did not start; its log is above"
}

# show COMMAND...: runs retargetctl and prints the command line and its answer.
show() {
  printf '\n$ retargetctl %s\n' "$*"
  "$retargetctl" "$@" || die "retargetctl $1 failed; the daemon's log is $out/retargetd.log"
}

step "starting the daemon"
start_daemon
if ((${#inputs[@]} == 0)); then
  show sample -o "$out/sample"
  inputs=("$out/sample/hero.glb" Walk "$out/sample/imp.glb")
fi
bake=("${inputs[0]}" --clip "${inputs[1]}" --target "${inputs[2]}")
show plan "${bake[@]}"
show bake "${bake[@]}" --report -o "$out/baked.glb"
show bake "${bake[@]}" -o "$out/again.glb" | tee "$out/again.txt"
grep -q '^origin *hit' "$out/again.txt" || die "the second bake was not a hit"
cmp "$out/baked.glb" "$out/again.glb" || die "the second bake gave other bytes"
step "stopping the daemon"
trap - EXIT
stop_daemon

cat <<EOF

The second bake was a hit with the same bytes.
  the clip on the target rig   $out/baked.glb
  the daemon's store and log   $out/store, $out/retargetd.log
  the programs                 $retargetd, $retargetctl
EOF
