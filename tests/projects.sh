#!/usr/bin/env bash
# Tries csieve on real projects. Not part of the tests, because it fetches sources; docs/projects.md has the last figures.
#
#   tests/projects.sh                     everything, all projects
#   tests/projects.sh check git curl      one step (fetch, prepare, check, functions, tokens), some projects
#
# Sources and results go to CSIEVE_PROJECTS, by default a folder in the user's cache.
set -euo pipefail
cd "$(dirname "$0")/projects"
steps=(fetch prepare check functions tokens)
if [[ $# -gt 0 && " ${steps[*]} " == *" $1 "* ]]; then
    steps=("$1")
    shift
fi
results=${CSIEVE_PROJECTS:-${XDG_CACHE_HOME:-$HOME/.cache}/csieve-projects}/results
mkdir -p "$results"
code=0
for step in "${steps[@]}"; do
    echo "== $step"
    case $step in
    fetch | prepare) ./$step.py "$@" || code=$? ;;
    *)
        # Building again costs little and makes sure that what is measured is what is there.
        (cd ../.. && cargo build --quiet --release -p csieve)
        ./$step.py --json "$results/$step.json" "$@" | tee "$results/$step.txt" || code=$?
        ;;
    esac
done
exit $code
