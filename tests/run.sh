#!/usr/bin/env bash
# Installs what the tests need and is missing, then runs every test of the repository.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --workspace
