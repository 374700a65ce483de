#!/usr/bin/env bash
# Xray 26.3.27 refuses a removed user's new connections, and lets open ones run until they end.
#
# `xray api rmu` takes the user from the inbound's list, which is read when a connection opens. Taking away the whole inbound (`rmi`) closes
# its port and no connection either. What ends them is the system: `ss -K`, as root, for the addresses that `statsonlineiplist` names.
#
# Builds Xray with Go, which takes some minutes. `ss -K` needs root. The same was seen with Xray 26.7.11.
#
# Seen with Xray 26.3.27:
#   before: new connection carries, open stream runs
#   after rmu: new connection refused, open stream runs
#   after rmi: new connection refused, open stream runs
#   after ss -K: new connection refused, open stream ended
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo 'needs root, for ss -K' >&2; exit 1; }
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
GOBIN=$folder go install github.com/xtls/xray-core/main@v1.260327.0
xray=$folder/main
id=5f2d8a1c-3b4e-4c6d-9a7f-0e1b2c3d4e5f
cat >server.json <<JSON
{"log":{"loglevel":"none"},"stats":{},"api":{"tag":"api","listen":"127.0.0.1:20901","services":["HandlerService","StatsService"]},
 "policy":{"levels":{"0":{"statsUserOnline":true}}},
 "inbounds":[{"tag":"node","listen":"127.0.0.1","port":20902,"protocol":"vless",
   "settings":{"decryption":"none","clients":[{"id":"$id","email":"7"}]}}],
 "outbounds":[{"protocol":"freedom","settings":{"finalRules":[{"action":"allow"}]}}]}
JSON
cat >client.json <<JSON
{"log":{"loglevel":"none"},"inbounds":[{"listen":"127.0.0.1","port":20903,"protocol":"http"}],
 "outbounds":[{"protocol":"vless","sendThrough":"127.0.0.2",
   "settings":{"vnext":[{"address":"127.0.0.1","port":20902,"users":[{"id":"$id","encryption":"none"}]}]}}]}
JSON
cat >target.py <<'PY'
import http.server, time
class Target(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers()
        for _ in range(1 if self.path == '/once' else 3000):
            self.wfile.write(b'x' * 10000); self.wfile.flush(); time.sleep(0.02)
    def log_message(self, *_): pass
http.server.ThreadingHTTPServer(('127.0.0.1', 20904), Target).serve_forever()
PY
python3 target.py 2>/dev/null &
"$xray" run -c server.json >/dev/null 2>&1 &
"$xray" run -c client.json >/dev/null 2>&1 &
through() { curl -sf --noproxy '' -x http://127.0.0.1:20903 "$@"; }
for _ in $(seq 100); do through -m 5 -o /dev/null http://127.0.0.1:20904/once && break || sleep 0.3; done
through -o stream http://127.0.0.1:20904/ &
stream=$!
for _ in $(seq 100); do [ -s stream ] && break || sleep 0.2; done
state() {
  local before after
  before=$(stat -c %s stream)
  through -m 5 -o /dev/null http://127.0.0.1:20904/once && new=carries || new=refused
  for _ in $(seq 15); do
    sleep 0.2
    after=$(stat -c %s stream)
    kill -0 "$stream" 2>/dev/null || break
    [ "$after" -gt $((before + 50000)) ] && break
  done
  kill -0 "$stream" 2>/dev/null && [ "$after" -gt "$before" ] && open=runs || open=ended
  echo "$1: new connection $new, open stream $open"
}
{
  state before
  ips=$("$xray" api statsonlineiplist --server=127.0.0.1:20901 -email=7 | grep -oE '127\.0\.0\.[0-9]+' | sort -u)
  "$xray" api rmu --server=127.0.0.1:20901 -tag=node 7 >/dev/null 2>&1
  state 'after rmu'
  "$xray" api rmi --server=127.0.0.1:20901 node >/dev/null 2>&1
  state 'after rmi'
  # It prints an error about what it may not end beside, and ends the rest.
  for ip in $ips; do ss -K state established sport = :20902 and dst "$ip" >/dev/null 2>&1; done
  sleep 1
  state 'after ss -K'
} | tee seen
diff seen - <<'SEEN'
before: new connection carries, open stream runs
after rmu: new connection refused, open stream runs
after rmi: new connection refused, open stream runs
after ss -K: new connection refused, open stream ended
SEEN
