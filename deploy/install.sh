#!/bin/sh
# Installs this release of Portico on Debian or Ubuntu, or updates to it. Run as root from the unpacked archive:
#   portico-0.2.0/deploy/install.sh portal.example.com you@example.com    installs; Caddy gets a certificate for the name
#   portico-0.2.0/deploy/install.sh                                       updates, or installs without Caddy
# It makes the user portico, installs the package caddy if you give a name, and writes to /opt/portico, /etc/portico, /var/lib/portico and
# /etc/systemd/system/portico.service, and nowhere else but, with a name, at the end of /etc/caddy/Caddyfile.
set -eu
umask 022
here=$(cd "$(dirname "$0")/.." && pwd)
domain=${1-}
email=${2-}

say() { echo "install: $*"; }
fail() { echo "install: $*" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || fail 'run it as root: sudo …/deploy/install.sh'
. /etc/os-release
case " $ID ${ID_LIKE-} " in *' debian '*|*' ubuntu '*) ;; *) fail "this is for Debian and Ubuntu, not $PRETTY_NAME" ;; esac
[ -e "$here/bin/node" ] || fail 'run it from an unpacked release'
"$here/bin/node" --version > /dev/null || fail "this archive is for another kind of machine than $(uname -m)"
[ -z "$domain" ] || [ -n "$email" ] || fail 'name the e-mail address of the first operator after the domain'

# The version goes into a folder of its own; "current" names the one that runs. The one before stays, to go back to.
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$here/package.json")
target=/opt/portico/$version
if [ "$here" != "$target" ] && [ ! -e "$target" ]; then
  mkdir -p /opt/portico
  rm -rf "$target.new"
  cp -R "$here" "$target.new"
  chown -R root:root "$target.new"
  mv "$target.new" "$target"
fi
ln -sfn "$target" /opt/portico/current
say "Portico $version is in $target"

getent passwd portico > /dev/null || useradd --system --user-group --no-create-home --home-dir /var/lib/portico portico
mkdir -p /etc/portico
settings=/etc/portico/portico.env
[ -e $settings ] || { umask 077; echo '# Read at start; every variable is in README.md under Configuration.' > $settings; umask 022; }
changed=
if [ -n "$domain" ] && ! grep -q '^PUBLIC_URL=' $settings; then
  printf 'PUBLIC_URL=https://%s\nADMIN_EMAIL=%s\nTRUSTED_PROXIES=127.0.0.1,::1\n' "$domain" "$email" >> $settings
  changed=yes
fi
install -m 644 "$target/deploy/systemd/portico.service" /etc/systemd/system/portico.service

if [ -n "$domain" ]; then
  command -v caddy > /dev/null || { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y caddy; } || true
  [ -d /etc/caddy ] || { say 'this system has no package caddy: put a proxy in front of 127.0.0.1:8080'; domain=; }
fi
if [ -n "$domain" ]; then
  grep -q "^$domain {" /etc/caddy/Caddyfile 2> /dev/null || printf '\n%s {\n\treverse_proxy 127.0.0.1:8080\n}\n' "$domain" >> /etc/caddy/Caddyfile
fi

[ -d /run/systemd/system ] || { say 'systemd does not run here: start it later with systemctl enable --now portico'; exit 0; }
systemctl daemon-reload
[ -z "$domain" ] || systemctl reload-or-restart caddy || say 'Caddy does not start: does another server have ports 80 and 443?'
if systemctl is-active -q portico && [ -z "$changed" ]; then
  systemctl reload portico
  say 'the new version takes over; journalctl -u portico says when'
else
  systemctl enable -q portico
  systemctl restart portico
  say 'started; the first password is in: journalctl -u portico | grep First'
fi
