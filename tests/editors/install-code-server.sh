#!/usr/bin/env bash
# Installs code-server (Visual Studio Code in a browser) into a folder, using only npm and Debian packages.
# Does nothing if this version is installed there already.
set -euo pipefail
folder=$(realpath -m "${1:?usage: install-code-server.sh FOLDER}")
cd "$(dirname "$0")/../.."
# shellcheck source=tests/tools.sh
. tests/tools.sh

version=4.100.3
[ "$(cat "$folder/installed" 2>/dev/null)" = "$version" ] && exit

# Tools and libraries for compiling the native modules of code-server.
need_packages g++ make pkg-config python3 libkrb5-dev libsecret-1-dev ripgrep
use_node_20
export MAKEFLAGS=-j2 npm_config_yes=true npm_config_unsafe_perm=true npm_config_audit=false npm_config_fund=false npm_config_loglevel=error
if [ -z "${npm_config_nodedir:-}" ] && [ -e "$(dirname "$(command -v node)")/../include/node/node_version.h" ]; then
    npm_config_nodedir=$(realpath "$(dirname "$(command -v node)")/..")
    export npm_config_nodedir
fi

echo "installing code-server $version"
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
echo '{ "private": true }' >package.json
{
    # The install scripts of the packages would download binaries. The commands below replace them.
    npm install --ignore-scripts "code-server@$version"
    npm rebuild argon2 --foreground-scripts --build-from-source
    cd node_modules/code-server/lib/vscode
    npm install --omit=dev --ignore-scripts
    mkdir -p node_modules/@vscode/ripgrep/bin
    ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
    npm rebuild --foreground-scripts
    ln -sfn node_modules node_modules.asar
    ln -sf browser-linux.sh bin/helpers/browser.sh
    cd extensions
    npm install --omit=dev --ignore-scripts
} >"$folder/install.log" 2>&1 || {
    tail -n 40 "$folder/install.log" >&2
    exit 1
}
echo "$version" >"$folder/installed"
