// Bundles the extension into one file, and the script of its pages into another; with --tests also the tests.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { build } from "esbuild";

const common = { bundle: true, logLevel: "warning", loader: { ".css": "text" } };
const node = { ...common, platform: "node", target: "node20", format: "cjs" };

await build({
  ...node,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  external: ["vscode"],
  minify: true,
});
await build({
  ...common,
  entryPoints: ["webview/main.ts"],
  outfile: "dist/page.js",
  platform: "browser",
  target: "es2022",
  format: "iife",
  minify: true,
});
// Pages contain the script as it is, so it must not contain text that ends a script element.
if (/<\/script|<!--/i.test(readFileSync("dist/page.js", "utf8"))) {
  throw new Error("dist/page.js would end the script of a page early");
}

// The walkthrough's examples are those of the repository.
mkdirSync("dist/demo", { recursive: true });
for (const file of ["p1_bug.c", "p1_ok.c"]) {
  copyFileSync(`../../demo/${file}`, `dist/demo/${file}`);
}

if (process.argv.includes("--tests")) {
  const tests = readdirSync("test").filter((name) => name.endsWith(".test.ts"));
  await build({ ...node, entryPoints: tests.map((name) => `test/${name}`), outdir: "dist/test" });
}
