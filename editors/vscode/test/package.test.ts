import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { hostTarget, serverName, TARGETS } from "../scripts/targets.mjs";

interface Manifest {
  capabilities: { untrustedWorkspaces: { supported: unknown; restrictedConfigurations: string[] } };
  contributes: {
    commands: Array<{ command: string }>;
    menus: { commandPalette: Array<{ command: string; when: string }> };
    configuration: Array<{ properties: Record<string, { default: unknown; scope?: string; description?: string; markdownDescription?: string }> }>;
    colors: Array<{ defaults: Record<string, string> }>;
    walkthroughs: Array<{ steps: Array<{ media: { markdown: string } }> }>;
  };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties));

test("machines have the target of their platform", () => {
  assert.equal(hostTarget("linux", "x64", true), "linux-x64");
  assert.equal(hostTarget("linux", "arm64", false), "alpine-arm64");
  assert.equal(hostTarget("darwin", "arm64", false), "darwin-arm64");
  assert.equal(hostTarget("win32", "x64", false), "win32-x64");
  assert.throws(() => hostTarget("linux", "s390x", true), /linux-s390x/);
  assert.equal(serverName("win32-x64"), "csieve.exe");
  assert.equal(TARGETS["alpine-x64"], "x86_64-unknown-linux-musl");
});

test("every setting says what it does, and no workspace names a program", () => {
  for (const [name, setting] of settings) {
    assert.ok((setting.description ?? setting.markdownDescription ?? "").length > 10, name);
    assert.notEqual(setting.default, undefined, name);
    if (/path$|command$|program$/i.test(name)) {
      assert.equal(setting.scope, "machine", name);
      assert.ok(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes(name), name);
    }
  }
  assert.equal(manifest.capabilities.untrustedWorkspaces.supported, "limited");
});

test("colours are chosen for every kind of theme, and pages of the walkthrough are there", () => {
  for (const { defaults } of manifest.contributes.colors) {
    assert.deepEqual(Object.keys(defaults), ["dark", "light", "highContrast", "highContrastLight"]);
  }
  for (const { media } of manifest.contributes.walkthroughs.flatMap(({ steps }) => steps)) {
    assert.ok(existsSync(media.markdown), media.markdown);
  }
});

test("every setting, command and key is in the README", () => {
  const readme = readFileSync("README.md", "utf8");
  for (const [name] of settings) {
    assert.ok(readme.includes(`\`${name}\``), name);
  }
  const hidden = manifest.contributes.menus.commandPalette.filter(({ when }) => when === "false").map(({ command }) => command);
  for (const { command } of manifest.contributes.commands.filter((one) => !hidden.includes(one.command))) {
    assert.ok(readme.includes(`\`${command}\``), command);
  }
});
