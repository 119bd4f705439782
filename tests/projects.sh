#!/usr/bin/env bash
# Runs csieve on real projects. Not part of the test suite, because it downloads sources.
# docs/projects.md has the figures of the last run.
#
#   tests/projects.sh                     the steps fetch, prepare, check, functions, tokens, on all projects
#   tests/projects.sh check git curl      one step, on the named projects
#   tests/projects.sh compare -j 2        compares the running time with cppcheck's; takes hours
#   tests/projects.sh refuters            repeats the check once per refuter, each time without that refuter
#   tests/projects.sh sample --seed 1     draws findings of the last check to be judged in docs/judged.toml
#   tests/projects.sh draw --seed 7       draws projects that were never tried, and reports to be judged
#   tests/projects.sh peers --seed 7      runs clang, gcc and cppcheck on the projects of this draw; takes hours
#   tests/projects.sh difference OLD NEW  says which findings differ between two builds of csieve
#   tests/projects.sh real-code           writes findings, judgements and comparison into docs/real-code.md
#
# Sources and results go to the folder CSIEVE_PROJECTS, by default csieve-projects in the user's cache folder.
set -euo pipefail
cd "$(dirname "$0")/projects"
steps=(fetch prepare check functions tokens)
if [[ $# -gt 0 && " ${steps[*]} compare refuters sample draw peers difference real-code " == *" $1 "* ]]; then
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
    draw)
        (cd ../.. && cargo build --quiet --release -p csieve)
        ./draw.py "$@" || code=$?
        ;;
    peers) ./peers.py "$@" || code=$? ;;
    difference) ./difference.py "$@" || code=$? ;;
    real-code) ./real_code.py "$@" || code=$? ;;
    *)
        # Rebuild, so that the figures are those of the current sources.
        (cd ../.. && cargo build --quiet --release -p csieve)
        ./$step.py --json "$results/$step.json" "$@" | tee "$results/$step.txt" || code=$?
        ;;
    esac
done
exit $code
