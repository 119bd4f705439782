#!/usr/bin/env bash
# Checks real projects: the C sources of zlib, lua, bzip2 and lz4 as their -sys crates ship them. Prints size, time, functions
# and findings of each; fails if csieve crashes. Not part of the tests, because it fetches the sources.
set -euo pipefail
cd "$(dirname "$0")/.."
work=target/projects
mkdir -p "$work"
cat >"$work/Cargo.toml" <<'TOML'
[package]
name = "projects"
version = "0.0.0"
edition = "2021"

[lib]
path = "lib.rs"

[dependencies]
libz-sys = "=1.1.23"
lua-src = "=547.0.0"
bzip2-sys = "=0.1.13"
lz4-sys = "=1.11.1"

[workspace]
TOML
touch "$work/lib.rs"
[ -d "$work/vendor" ] || (cd "$work" && cargo vendor --quiet vendor >/dev/null)
cargo build --quiet --release -p csieve
printf '%-10s %8s %8s %10s %8s %10s %8s\n' project KLOC seconds functions skipped unrefuted refuted
failed=0
for project in libz-sys lua-src bzip2-sys lz4-sys; do
    folder=$work/vendor/$project
    lines=$(find "$folder" -name '*.c' -print0 | xargs -0 cat | wc -l)
    start=$(date +%s.%N)
    code=0
    target/release/csieve check --quiet --show-refuted --format json --output "$work/$project.json" "$folder" \
        2>"$work/$project.log" || code=$?
    end=$(date +%s.%N)
    if [ "$code" -gt 1 ] || grep -q 'panicked\|internal error' "$work/$project.log"; then
        failed=1
        echo "$project: exit code $code" >&2
        tail -3 "$work/$project.log" >&2
    fi
    count() { grep -c "\"verdict\": \"$1\"" "$work/$project.json" || true; }
    number() { grep -o "\"$1\": [0-9]*" "$work/$project.json" | tail -1 | grep -o '[0-9]*$'; }
    printf '%-10s %8.1f %8.2f %10s %8s %10s %8s\n' "$project" "$(echo "$lines / 1000" | bc -l)" \
        "$(echo "$end - $start" | bc -l)" "$(number functions)" "$(number skipped)" "$(count unrefuted)" "$(count refuted)"
done
exit $failed
