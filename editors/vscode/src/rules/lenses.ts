// Says above each label of a file with rules where its events are.

import { CodeLens, CodeLensProvider, Disposable, DocumentSelector, EventEmitter, languages, Location, TextDocument, Uri } from "vscode";

import { codeRange } from "../places";
import { RuleLabel, RuleMatch } from "../protocol";
import { lensTitle } from "./marks";

/** What is known of a document with rules: its labels, and its matches by the URI of the C document. */
export interface Matched {
  labels: RuleLabel[];
  matches: Map<string, RuleMatch[]>;
}

const SELECTOR: DocumentSelector = [{ scheme: "file", pattern: "**/*.toml" }, { language: "toml" }];

export class RuleLenses implements CodeLensProvider, Disposable {
  private readonly changed = new EventEmitter<void>();
  private readonly registered = languages.registerCodeLensProvider(SELECTOR, this);
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly matched: (document: TextDocument) => Matched | undefined) {}

  provideCodeLenses(document: TextDocument): CodeLens[] {
    const known = this.matched(document);
    return known && known.matches.size > 0 ? known.labels.map((label) => lens(document, label, known)) : [];
  }

  refresh(): void {
    this.changed.fire();
  }

  dispose(): void {
    Disposable.from(this.registered, this.changed).dispose();
  }
}

function lens({ uri }: TextDocument, { rule, label, range }: RuleLabel, { matches }: Matched): CodeLens {
  const counts: Array<{ file: string; count: number }> = [];
  const places: Location[] = [];
  for (const [file, all] of matches) {
    const own = all.filter((match) => match.rule === rule && match.label === label).map((match) => JSON.stringify(match.range));
    const here = [...new Set(own)].map((place) => new Location(Uri.parse(file), codeRange(JSON.parse(place))));
    counts.push({ file: file.split("/").at(-1) ?? file, count: here.length });
    places.push(...here);
  }
  const { start } = codeRange(range);
  const show = places.length > 0 && { command: "editor.action.peekLocations", arguments: [uri, start, places, "peek"] };
  return new CodeLens(codeRange(range), { title: lensTitle(counts), command: "", ...show });
}
