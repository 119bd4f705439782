#!/usr/bin/env bash
# Installs what the tests need and is missing, then runs every test of the repository.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tests/tools.sh
. tests/tools.sh

# The parser of C is compiled with a C compiler, the extension is built with Node, the tools are in Python.
install_tools() {
    need cc gcc libc6-dev
    need python3 python3
    # A second opinion on bit-vectors.
    need z3 z3
    use_node_20
    if ! command -v cargo >/dev/null; then
        install rustup
        rustup default stable
    fi
}

rust_tests() {
    # The same random cases in every run; another seed tries others.
    export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-2007}
    # The tests of the command line run the program itself.
    cargo build -p csieve
    cargo test --workspace
}

tool_tests() {
    python3 -m unittest discover tests/projects
}

# The package carries the server that was just tested.
extension_tests() (
    CSIEVE_BINARY=$(realpath "$target/debug/csieve")
    vsix=$(realpath -m "$target/csieve.vsix")
    export CSIEVE_BINARY
    cd editors/vscode
    npm ci --no-audit --no-fund
    npm test
    npm run package -- --out "$vsix"
)

install_tools
rust_tests
tool_tests
extension_tests
tests/editors/run.sh
