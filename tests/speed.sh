#!/usr/bin/env bash
# Measures how time and memory grow with the size of a function, and what real projects cost beside compilers, and
# writes the tables into docs/performance.md. Not part of the test suite: times are measured, never tested.
#
#   tests/speed.sh                        all shapes, then the projects, which tests/projects.sh fetches and prepares
#   tests/speed.sh --shape "goto graph"   one shape, printed only
#
# `tests/speed/projects.py --peers` measures other analysers, too, which takes hours.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release -p csieve
if [[ $# -eq 0 ]]; then
    python3 tests/speed/growth.py --write
    exec python3 tests/speed/projects.py --write
fi
exec python3 tests/speed/growth.py "$@"
