#!/usr/bin/env bash
# Usage: deploy/install_packages.sh GROUP...   installs the packages of deploy/packages.txt that are missing.
# Needs root or sudo only when something is missing. Prints nothing unless it installs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
(($# > 0)) || die "name a group of $repo_root/deploy/packages.txt: build, test"

missing=()
while read -r group package command _; do
  [[ " $* " == *" $group "* ]] || continue
  [[ -n $command ]] && command -v "$command" >/dev/null && continue
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || status=none
  [[ $status == installed ]] || missing+=("$package")
done < <(grep -Ev '^ *(#|$)' "$repo_root/deploy/packages.txt")
((${#missing[@]} > 0)) || exit 0

command -v apt-get >/dev/null || die "apt-get not found: this script knows Debian 12; install ${missing[*]} by hand"
as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null || die "run as root or install sudo; missing packages: ${missing[*]}"
  as_root=(sudo)
fi
log=$(mktemp -d)/apt.log
quietly "$log" "reading the package lists" "${as_root[@]}" apt-get -q update
quietly "$log" "installing ${#missing[@]} packages" \
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "${missing[@]}"
