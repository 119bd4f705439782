#!/usr/bin/env bash
# Shows the extension in a real VS Code, in a browser without a window. Not part of the default tests: it needs
# code-server (300 MB, its folder as first argument) and Chromium. Screenshots go to the second argument.
set -euo pipefail
code_server=${1:?usage: run.sh CODE_SERVER_FOLDER [OUT_FOLDER]}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
out=$(mkdir -p "${2:-$root/target/e2e}" && cd "${2:-$root/target/e2e}" && pwd)
port=${PORT:-8931}
work=$(mktemp -d)

(cd "$root" && cargo build --release -p csieve)
(cd "$here/.." && npm run --silent package >/dev/null)
mkdir -p "$work/files"
cp "$root/demo/sieve.c" "$work/files/"
"$code_server/node_modules/.bin/code-server" --extensions-dir "$work/extensions" --user-data-dir "$work/data" \
    --install-extension "$here/../csieve.vsix"
CSIEVE_SERVER="$root/target/release/csieve" setsid "$code_server/node_modules/.bin/code-server" --auth none \
    --bind-addr "127.0.0.1:$port" --disable-telemetry --disable-update-check --disable-workspace-trust \
    --disable-getting-started-override --extensions-dir "$work/extensions" --user-data-dir "$work/data" \
    "$work/files" >"$out/code-server.log" 2>&1 &
server=$!
trap 'kill -- -$server 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 60); do
    curl -fs "http://127.0.0.1:$port/healthz" >/dev/null && break
    sleep 0.5
done
cd "$work"
npm install --silent --no-audit --no-fund playwright-core >/dev/null
cp "$here/drive.mjs" .
node drive.mjs "http://127.0.0.1:$port/?folder=$work/files" "$out"
