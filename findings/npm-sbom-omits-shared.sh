#!/usr/bin/env bash
# `npm sbom --omit=dev` of npm 11.19.1 leaves out a package that a workspace needs in production, if the root lists it for development too.
#
# The lock file does not mark it as `dev`, and `npm ci --omit=dev` installs it with all that it needs. So the list of components of such a
# repository lacks parts that are shipped.
#
# Seen:
#   npm sbom --omit=dev: a, zod
#   npm ci --omit=dev installs pg: yes
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p tool site/packages/a
(cd tool && npm init -y >/dev/null && npm install --silent --no-audit --no-fund npm@11.19.1)
npm() { node "$folder/tool/node_modules/npm/bin/npm-cli.js" "$@"; }
cd site
cat >package.json <<'JSON'
{ "name": "root", "version": "1.0.0", "private": true, "workspaces": ["packages/*"], "devDependencies": { "pg": "8.23.1" } }
JSON
cat >packages/a/package.json <<'JSON'
{ "name": "a", "version": "1.0.0", "dependencies": { "pg": "8.23.1", "zod": "4.6.7" } }
JSON
npm install --silent --no-audit --no-fund
listed=$(npm sbom --sbom-format=cyclonedx --omit=dev |
  node -e "let s = ''; process.stdin.on('data', (d) => (s += d)).on('end', () => console.log(JSON.parse(s).components.map((c) => c.name).sort().join(', ')))")
npm ci --silent --no-audit --no-fund --omit=dev
{
  echo "npm sbom --omit=dev: $listed"
  echo "npm ci --omit=dev installs pg: $([ -d node_modules/pg ] && echo yes || echo no)"
} | tee ../seen
diff ../seen - <<'SEEN'
npm sbom --omit=dev: a, zod
npm ci --omit=dev installs pg: yes
SEEN
