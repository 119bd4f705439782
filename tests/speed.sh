#!/usr/bin/env bash
# Measures how time and memory grow with the size of a function, and writes the table into docs/performance.md.
# Not part of the test suite: times are measured, never tested.
#
#   tests/speed.sh                        all shapes
#   tests/speed.sh --shape "goto graph"   one shape, printed only
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release -p csieve
if [[ $# -eq 0 ]]; then
    set -- --write
fi
exec python3 tests/speed/growth.py "$@"
