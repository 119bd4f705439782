#!/bin/sh
# Fetches the test suites of gcc's and clang's static analysers, as Debian distributes them, into a folder.
#
# Usage: fetch.sh FOLDER
#
# They come from the package gcc-12-source and from the source package llvm-toolchain-14, with apt's own tools and in
# lists of its own, so that nothing of the machine's configuration changes. About 210 MB are downloaded; 10 MB stay.
set -eu

folder=${1:?usage: fetch.sh FOLDER}
mkdir -p "$folder/apt/lists/partial" "$folder/apt/sources" "$folder/get"
folder=$(cd "$folder" && pwd)
printf 'Types: deb-src\nURIs: http://deb.debian.org/debian\nSuites: bookworm\nComponents: main\n' \
    >"$folder/apt/sources/source.sources"
apt() {
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$folder/apt/sources" \
        -o "Dir::State::lists=$folder/apt/lists" "$@"
}

cd "$folder/get"
apt-get -qq download gcc-12-source
dpkg-deb -x gcc-12-source_*.deb gcc
tar -xf gcc/usr/src/gcc-12/gcc-*.tar.xz -C "$folder" --wildcards \
    '*/testsuite/gcc.dg/analyzer/*' '*/testsuite/c-c++-common/analyzer/*' 2>/dev/null ||
    tar -xf gcc/usr/src/gcc-12/gcc-*.tar.xz -C "$folder" --wildcards '*/testsuite/gcc.dg/analyzer/*'
apt update
apt source --download-only --tar-only llvm-toolchain-14
tar -xf llvm-toolchain-14_*.orig.tar.xz -C "$folder" --wildcards '*/clang/test/Analysis/*'
rm -rf "$folder/get" "$folder/apt"
