#!/usr/bin/env bash
# HAProxy 2.6 answers 502 for a server that ends without an answer only on the first request of the client's connection. On a later request
# it closes the connection and says nothing, as if the client had been idle.
#
# Who sends over a kept connection, as most HTTP libraries do, sees "other side closed" for a write that may have been done, and no 502. A GET
# with `retry-on empty-response` is asked again; a POST must not be.
#
# Seen with HAProxy 2.6.12-1+deb12u4 of Debian 12:
#   first request of a connection: HTTP/1.1 502 Bad Gateway
#   second request of a connection: closed without an answer
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq haproxy=2.6.12-1+deb12u4 liblua5.3-0=5.3.6-2 libopentracing-c-wrapper0=1.1.3-3+b1 libopentracing1=1.6.0-4 2>/dev/null
for package in *.deb; do dpkg-deb -x "$package" root; done
cat >haproxy.cfg <<'CFG'
defaults
  mode http
  timeout connect 2s
  timeout client 10s
  timeout server 10s
frontend front
  bind 127.0.0.1:20911
  default_backend back
backend back
  option http-server-close
  server one 127.0.0.1:20912
CFG
# Answers a GET, and ends the connection of a POST as a process that was killed does.
cat >server.py <<'PY'
import socket, threading
listener = socket.create_server(('127.0.0.1', 20912))
def serve(s):
    data = b''
    while b'\r\n\r\n' not in data: data += s.recv(4096)
    if data.startswith(b'GET'): s.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    s.close()
while True: threading.Thread(target=serve, args=(listener.accept()[0],)).start()
PY
cat >client.py <<'PY'
import socket
POST = b'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'
GET = b'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
def say(name, before):
    s = socket.create_connection(('127.0.0.1', 20911))
    if before:
        s.sendall(before)
        while not s.recv(4096).endswith(b'ok'): pass
    s.sendall(POST)
    line = s.recv(4096).split(b'\r\n')[0].decode()
    print(f'{name} request of a connection: {line or "closed without an answer"}')
say('first', None)
say('second', GET)
PY
python3 server.py &
LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu root/usr/sbin/haproxy -db -f haproxy.cfg 2>/dev/null &
for _ in $(seq 100); do curl -so /dev/null http://127.0.0.1:20911/ && break || sleep 0.1; done
python3 client.py | tee seen
diff seen - <<'SEEN'
first request of a connection: HTTP/1.1 502 Bad Gateway
second request of a connection: closed without an answer
SEEN
