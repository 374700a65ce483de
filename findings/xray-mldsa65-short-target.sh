#!/usr/bin/env bash
# Xray 26.3.27 with `mldsa65Seed` refuses every Reality client, also one that checks no such signature, if the target's certificates are short.
#
# The signature makes the node's own certificate 3.3 kB longer, and the node hides it in a handshake as long as the target's. A target with
# one small certificate, as many sites have, leaves no room. Xray accepts the configuration, starts without a word about it, and each
# client sees only the end of the connection. `xray tls ping` shows the length; more than 3500 bytes are needed.
#
# Builds Xray with Go, which takes some minutes. The same was seen with Xray 26.7.28.
#
# Seen with Xray 26.3.27:
#   short certificates, no seed, client without verify: carries
#   short certificates, seed, client without verify: refused
#   short certificates, seed, client with verify: refused
#   long certificates, seed, client without verify: carries
#   long certificates, seed, client with verify: carries
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
GOBIN=$folder go install github.com/xtls/xray-core/main@v1.260327.0
mv main xray
pair=$(./xray x25519)
private=$(sed -n 's/^Private *Key: *//p' <<<"$pair")
public=$(sed -n 's/^Password.*: *//p' <<<"$pair")
signing=$(./xray mldsa65)
seed=$(sed -n 's/^Seed: *//p' <<<"$signing")
verify=$(sed -n 's/^Verify: *//p' <<<"$signing")
id=5f2d8a1c-3b4e-4c6d-9a7f-0e1b2c3d4e5f
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=www.example.com -keyout key.pem -out short.pem 2>/dev/null
for _ in 1 2 3 4 5 6; do cat short.pem; done >long.pem
mkdir site
echo hello >site/index.html
python3 -m http.server 21914 --bind 127.0.0.1 --directory site >/dev/null 2>&1 &
cat >target.py <<'PY'
import socket, ssl, sys, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.minimum_version = ssl.TLSVersion.TLSv1_3
context.set_alpn_protocols(['h2', 'http/1.1'])
context.load_cert_chain(sys.argv[1], 'key.pem')
def serve(plain):
    try:
        with context.wrap_socket(plain, server_side=True) as held:
            while held.recv(4096): pass
    except OSError: pass
listening = socket.create_server(('127.0.0.1', int(sys.argv[2])))
while True: threading.Thread(target=serve, args=(listening.accept()[0],), daemon=True).start()
PY
python3 target.py short.pem 21915 &
python3 target.py long.pem 21916 &
opened() { for _ in $(seq 600); do (: <>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return; sleep 0.1; done; echo "nothing on port $1" >&2; exit 1; }
state() {
  printf '{"log":{"loglevel":"error"},"inbounds":[{"listen":"127.0.0.1","port":21912,"protocol":"vless","settings":{"decryption":"none","clients":[{"id":"%s"}]},"streamSettings":{"network":"tcp","security":"reality","realitySettings":{"target":"127.0.0.1:%s","serverNames":["www.example.com"],"privateKey":"%s","shortIds":["aa"],"mldsa65Seed":"%s"}}}],"outbounds":[{"protocol":"freedom","settings":{"finalRules":[{"action":"allow"}]}}]}' "$id" "$2" "$private" "$3" >server.json
  printf '{"log":{"loglevel":"error"},"inbounds":[{"listen":"127.0.0.1","port":21913,"protocol":"http"}],"outbounds":[{"protocol":"vless","settings":{"vnext":[{"address":"127.0.0.1","port":21912,"users":[{"id":"%s","encryption":"none"}]}]},"streamSettings":{"network":"tcp","security":"reality","realitySettings":{"serverName":"www.example.com","fingerprint":"chrome","publicKey":"%s","shortId":"aa","mldsa65Verify":"%s"}}}]}' "$id" "$public" "$4" >client.json
  ./xray run -c server.json >server.log 2>&1 & server=$!
  ./xray run -c client.json >client.log 2>&1 & client=$!
  opened 21912
  opened 21913
  said=refused
  curl -sf -m 60 --noproxy '' -x http://127.0.0.1:21913 http://127.0.0.1:21914/ | grep -q hello && said=carries
  echo "$1: $said"
  kill "$server" "$client"
  wait "$server" "$client" 2>/dev/null || true
}
opened 21914
opened 21915
opened 21916
{
  trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
  state 'short certificates, no seed, client without verify' 21915 '' ''
  state 'short certificates, seed, client without verify' 21915 "$seed" ''
  state 'short certificates, seed, client with verify' 21915 "$seed" "$verify"
  state 'long certificates, seed, client without verify' 21916 "$seed" ''
  state 'long certificates, seed, client with verify' 21916 "$seed" "$verify"
} | tee seen
diff seen - <<'SEEN'
short certificates, no seed, client without verify: carries
short certificates, seed, client without verify: refused
short certificates, seed, client with verify: refused
long certificates, seed, client without verify: carries
long certificates, seed, client with verify: carries
SEEN
