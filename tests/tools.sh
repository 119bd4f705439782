# Functions that install missing tools. Scripts source this file with the repository as working directory.
# shellcheck shell=bash

target=${CARGO_TARGET_DIR:-target}

install() {
    local root=()
    [ "$(id -u)" = 0 ] || root=(sudo)
    if [ -z "${updated:-}" ]; then
        "${root[@]}" apt-get update -qq
        updated=yes
    fi
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Installs packages (the further arguments) if a program (the first argument) is missing. Shell functions with
# the name of the program do not count: tests/editors/run.sh has a function `emacs`.
need() {
    type -P "$1" >/dev/null || install "${@:2}"
}

# Installs those of the given Debian packages that are missing. Also works for packages without a command.
need_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg -s "$package" 2>/dev/null | grep -q '^Status: .* installed' || missing+=("$package")
    done
    [ "${#missing[@]}" = 0 ] || install "${missing[@]}"
}

# Puts Node 20 on the PATH; the extension and code-server are built with it. If the installed Node has another
# version, npm installs Node 20 into the target folder.
use_node_20() {
    need npm nodejs npm
    local version folder
    version=$(node --version 2>/dev/null || true)
    [[ $version == v20.* ]] && return
    folder=$PWD/$target/node
    [[ $target == /* ]] && folder=$target/node
    if [ ! -x "$folder/node_modules/.bin/node" ]; then
        mkdir -p "$folder"
        echo '{ "private": true }' >"$folder/package.json"
        (cd "$folder" && npm install --no-audit --no-fund --foreground-scripts node@20 >/dev/null)
    fi
    export PATH=$folder/node_modules/.bin:$PATH
    # Native modules are compiled with the headers of this Node.
    npm_config_nodedir=$(dirname "$(find "$folder/node_modules" -type d -path '*/include/node' | head -n 1)" | xargs dirname)
    export npm_config_nodedir
    [[ $(node --version) == v20.* ]] || {
        echo "Node 20 is needed; this is ${version:-none}, and npm could not install it" >&2
        return 1
    }
}
