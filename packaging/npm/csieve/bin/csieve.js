#!/usr/bin/env node
// Runs the csieve program. It comes with one of the optional dependencies, of which npm installs the one for this
// machine. The environment variable CSIEVE_BINARY names another program.
"use strict";

const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");

function program() {
  if (process.env.CSIEVE_BINARY) {
    return process.env.CSIEVE_BINARY;
  }
  const name = `@csieve/${process.platform}-${process.arch}`;
  try {
    return require.resolve(`${name}/bin/csieve${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    console.error(
      `error: the package ${name} is missing. If npm left out optional dependencies, install csieve again without ` +
        "--omit=optional. If there is no such package, csieve is not built for this machine: `cargo install csieve` " +
        "builds it, and CSIEVE_BINARY names the program.",
    );
    process.exit(2);
  }
}

const file = program();
const { status, signal, error } = spawnSync(file, process.argv.slice(2), { stdio: "inherit" });
if (error) {
  console.error(`error: ${file} cannot be run: ${error.message}`);
  process.exit(2);
}
// A shell reports the end by a signal in the same way.
process.exit(signal ? 128 + constants.signals[signal] : status);
