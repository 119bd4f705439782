# Functions that install what is missing. Sourced by scripts that stand in the folder of the repository.
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

# The packages are installed if the program is missing; a function of its name is no program.
need() {
    type -P "$1" >/dev/null || install "${@:2}"
}

# Debian packages that bring no command of their own.
need_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg -s "$package" 2>/dev/null | grep -q '^Status: .* installed' || missing+=("$package")
    done
    [ "${#missing[@]}" = 0 ] || install "${missing[@]}"
}

# The extension and code-server are built with Node 20; if there is another one, npm has it.
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
    # Modules in C++ are built with the headers that belong to it.
    npm_config_nodedir=$(dirname "$(find "$folder/node_modules" -type d -path '*/include/node' | head -n 1)" | xargs dirname)
    export npm_config_nodedir
    [[ $(node --version) == v20.* ]] || {
        echo "Node 20 is needed; this is ${version:-none}, and npm could not install it" >&2
        return 1
    }
}
