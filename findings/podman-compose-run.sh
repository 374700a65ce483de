#!/usr/bin/env bash
# podman-compose 1.0.3, the version of Debian 12, does two things at `run SERVICE` that Docker Compose does not.
#
# It mounts no volume that `-v` names on the command line, without a word: a file to read from there is simply not in the container. And it
# starts the service itself first, so that a one-off command on the service's data runs beside it. Version 1.0.6 mounts the volume and starts
# nothing else. Here a stand-in for podman writes down what it is called with; no container is started.
#
# Seen:
#   1.0.3: the service's volume yes, the named volume no, the service started yes
#   1.0.6: the service's volume yes, the named volume yes, the service started no
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir stand-in own given
cat >stand-in/podman <<'SH'
#!/bin/sh
[ "$1" = --version ] && echo 'podman version 4.3.1' && exit
echo "$*" >>"$LOG"
SH
chmod +x stand-in/podman
cat >compose.yaml <<YAML
services:
  app:
    image: docker.io/library/busybox:1.36
    volumes: ['$folder/own:/own']
YAML
python3 -m venv venv-1.0.3
venv-1.0.3/bin/pip install --quiet --disable-pip-version-check podman-compose==1.0.3
python3 -m venv venv-1.0.6
venv-1.0.6/bin/pip install --quiet --disable-pip-version-check podman-compose==1.0.6
for version in 1.0.3 1.0.6; do
  export LOG=$folder/calls-$version
  PATH="$folder/stand-in:$PATH" "venv-$version/bin/podman-compose" run --rm -v "$folder/given:/given" app true >/dev/null 2>&1
  asked() { grep '^run .*--rm' "$LOG" | grep -q "$1" && echo yes || echo no; }
  started=$(grep -q '^run .* -d ' "$LOG" && echo yes || echo no)
  echo "$version: the service's volume $(asked :/own), the named volume $(asked :/given), the service started $started"
done | tee seen
diff seen - <<'SEEN'
1.0.3: the service's volume yes, the named volume no, the service started yes
1.0.6: the service's volume yes, the named volume yes, the service started no
SEEN
