#!/usr/bin/env bash
# The step of the GitHub Action that checks (see action.yml): annotations of the changed lines, a SARIF log and a page of HTML. Only
# the first of these analyses anything; the others take its results from the cache.
set -euo pipefail

# The inputs are words of a command line, separated by spaces or lines.
read -r -d "" -a paths <<<"${INPUT_PATHS:-.}" || true
read -r -d "" -a options <<<"${INPUT_OPTIONS:-}" || true
[ -z "${INPUT_NEW_SINCE:-}" ] || options+=(--new-since "$INPUT_NEW_SINCE")
[ -z "${INPUT_FAIL_ON:-}" ] || options+=(--fail-on "$INPUT_FAIL_ON")

code=0
csieve check "${options[@]}" --format github "${paths[@]}" || code=$?
echo "exit-code=$code" >>"$GITHUB_OUTPUT"

# What is wrong is told once; the exit code of the first run counts.
if [ "$code" != 2 ]; then
    if [ -n "${INPUT_SARIF:-}" ]; then
        csieve check -q "${options[@]}" --format sarif ${INPUT_CATEGORY:+--category "$INPUT_CATEGORY"} \
            -o "$INPUT_SARIF" "${paths[@]}" 2>/dev/null || true
    fi
    if [ -n "${INPUT_HTML:-}" ]; then
        csieve check -q "${options[@]}" --show-refuted --format html -o "$INPUT_HTML" "${paths[@]}" 2>/dev/null || true
    fi
fi
exit "$code"
