#!/usr/bin/env bash
# Tries csieve on real projects. Not part of the tests, because it fetches sources; docs/projects.md has the last figures.
#
#   tests/projects.sh                     everything, all projects
#   tests/projects.sh check git curl      one step (fetch, prepare, check, functions, tokens), some projects
#   tests/projects.sh compare -j 2        the time beside that of cppcheck; takes hours, so only when asked for
#   tests/projects.sh refuters            checks everything once more without each refuter
#   tests/projects.sh sample --seed 1     draws findings of the last check to be judged in docs/judged.toml
#   tests/projects.sh real-code           puts findings, judgements and comparison into docs/real-code.md
#
# Sources and results go to CSIEVE_PROJECTS, by default a folder in the user's cache.
set -euo pipefail
cd "$(dirname "$0")/projects"
steps=(fetch prepare check functions tokens)
if [[ $# -gt 0 && " ${steps[*]} compare refuters sample real-code " == *" $1 "* ]]; then
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
    refuters)
        (cd ../.. && cargo build --quiet --release -p csieve)
        ./refuters.py "$@" || code=$?
        ;;
    sample) ./sample.py "$@" | tee "$results/sample.txt" || code=$? ;;
    real-code) ./real_code.py "$@" || code=$? ;;
    *)
        # Building again costs little and makes sure that what is measured is what is there.
        (cd ../.. && cargo build --quiet --release -p csieve)
        ./$step.py --json "$results/$step.json" "$@" | tee "$results/$step.txt" || code=$?
        ;;
    esac
done
exit $code
