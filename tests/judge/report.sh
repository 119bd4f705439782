#!/bin/sh
# Writes the reports of gcc, clang and cppcheck about the programs here anew, after these have changed.
set -eu
cd "$(dirname "$0")/programs"
export LC_ALL=C.UTF-8
for program in *.c; do
    name=${program%.c}
    gcc -fanalyzer -fdiagnostics-format=json -c -o /dev/null "$program" 2> "$name.gcc.json" || true
    clang --analyze --analyzer-output plist -o "$name.plist" "$program" 2> /dev/null
    cppcheck --enable=warning --quiet --xml "$program" 2> "$name.cppcheck.xml"
done
