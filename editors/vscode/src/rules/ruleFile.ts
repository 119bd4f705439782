// Tells files with rules from other TOML files, by their names and texts.

/** Returns whether a text has a rule. */
export function hasRule(text: string): boolean {
  return /^[ \t]*\[\[[ \t]*rule[ \t]*\]\]/m.test(text);
}

/** Returns whether a file says itself that it has rules: by its name, or by a first line that names their schema. */
export function saysRules(path: string, text: string): boolean {
  return path.endsWith(".rules.toml") || /^#:schema[ \t]+\S*rules\.schema\.json[ \t]*$/m.test(text.split("\n", 1)[0] ?? "");
}

/** Returns the files that the key `rules` of a csieve.toml lists, as they are written there. */
export function listedRules(configuration: string): string[] {
  const plain = configuration.replace(/^[ \t]*#.*$|[ \t]#.*$/gm, "");
  const list = /^[ \t]*rules[ \t]*=[ \t]*\[([^\]]*)\]/m.exec(plain)?.[1] ?? "";
  return [...list.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map((found) => found[1] ?? found[2] ?? "");
}
