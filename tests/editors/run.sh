#!/usr/bin/env bash
# Tests csieve in real editors. tests/run.sh builds the server and the packaged extension before.
# The arguments choose what to run: neovim, emacs, configurations, report (the page of `csieve check --format html` in
# Chromium), vscode; without arguments all five.
# The argument `pictures` takes the pictures of the documentation anew, in light and dark, and copies them to docs/pictures.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=tests/tools.sh
. tests/tools.sh

REPOSITORY=$PWD
CSIEVE_SERVER=$(realpath "${CSIEVE_SERVER:-$target/debug/csieve}")
FILES=$(mktemp -d)
export REPOSITORY CSIEVE_SERVER FILES
trap 'rm -rf "$FILES"' EXIT

# Copies the demo files afresh, because the tests change them.
fresh_files() {
    cp --no-preserve=mode demo/p1_bug.c demo/p1_ok.c demo/sieve.c "$FILES"
    # A project whose findings need two files; its root is known by this file.
    cp -r --no-preserve=mode tests/fixtures/projects/wrapped "$FILES"
    touch "$FILES/wrapped/compile_flags.txt"
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
    # The same file as a package, in a folder of packages that is empty.
    need_packages elpa-package-lint
    FILE=editors/emacs/csieve.el timeout 200 emacs --batch -q --eval "(setq package-user-dir \"$FILES/elpa\")" \
        -l tests/editors/emacs-package.el 2>"$FILES/emacs-package.log" || { cat "$FILES/emacs-package.log"; return 1; }
}

configurations() {
    need python3 python3
    python3 tests/editors/configurations.py
}

report() {
    need chromium chromium
    need_packages fonts-dejavu-core
    use_node_20
    (cd editors/vscode/e2e && npm ci --no-audit --no-fund >/dev/null)
    OUT="$target/screenshots" timeout 300 node editors/vscode/e2e/report.mjs
}

# Runs the packaged extension in Visual Studio Code; the arguments choose what of editors/vscode/e2e is run.
in_vscode() {
    need chromium chromium
    need_packages fonts-dejavu-core
    use_node_20
    tests/editors/install-code-server.sh "$target/code-server"
    (cd editors/vscode/e2e && npm ci --no-audit --no-fund >/dev/null)
    # Test the server in the package: the extension would prefer the one that CSIEVE_SERVER names.
    env -u CSIEVE_SERVER CODE_SERVER="$target/code-server/node_modules/.bin/code-server" VSIX="${VSIX:-$target/csieve.vsix}" \
        OUT="$target/screenshots" timeout 900 node editors/vscode/e2e/run.mjs "$@"
}

vscode() {
    in_vscode
}

pictures() {
    in_vscode pictures
    mkdir -p docs/pictures
    cp "$target"/screenshots/*-light.png "$target"/screenshots/*-dark.png docs/pictures/
}

[ "$#" -gt 0 ] || set -- neovim emacs configurations report vscode
for editor in "$@"; do
    echo "$editor:"
    "$editor"
done
