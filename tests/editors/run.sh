#!/usr/bin/env bash
# Runs csieve in real editors. The server and the packaged extension are built already: tests/run.sh does it.
# Arguments name editors: neovim emacs configurations vscode; all of them if there are none. `pictures` takes those of the README from
# the last run.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=tests/tools.sh
. tests/tools.sh

REPOSITORY=$PWD
CSIEVE_SERVER=$(realpath "${CSIEVE_SERVER:-$target/debug/csieve}")
FILES=$(mktemp -d)
export REPOSITORY CSIEVE_SERVER FILES
trap 'rm -rf "$FILES"' EXIT

# Fresh copies, as tests change them.
fresh_files() {
    cp --no-preserve=mode demo/p1_bug.c demo/p1_ok.c "$FILES"
}

neovim() {
    need nvim neovim
    fresh_files
    timeout 200 nvim --headless --clean -n -c 'luafile tests/editors/neovim.lua'
}

emacs() {
    need emacs emacs-nox
    command emacs --batch -q --eval "(progn (package-initialize) (require 'eglot))" 2>/dev/null || need_packages elpa-eglot
    fresh_files
    timeout 200 emacs --batch -q -l tests/editors/emacs.el
}

configurations() {
    need python3 python3
    python3 tests/editors/configurations.py
}

vscode() {
    need chromium chromium
    need_packages fonts-dejavu-core
    use_node_20
    tests/editors/install-code-server.sh "$target/code-server"
    (cd editors/vscode/e2e && npm ci --no-audit --no-fund >/dev/null)
    # The server is the one in the package; what is named here would be used instead.
    env -u CSIEVE_SERVER CODE_SERVER="$target/code-server/node_modules/.bin/code-server" VSIX="${VSIX:-$target/csieve.vsix}" \
        OUT="$target/screenshots" timeout 900 node editors/vscode/e2e/run.mjs
}

# The pictures of the README are screenshots of the tests.
pictures() {
    local picture
    for picture in observer:editor hover:hover rounds:rounds; do
        cp "$target/screenshots/${picture%:*}.png" "docs/${picture#*:}.png"
    done
}

[ "$#" -gt 0 ] || set -- neovim emacs configurations vscode
for editor in "$@"; do
    echo "$editor:"
    "$editor"
done
