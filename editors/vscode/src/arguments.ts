// Checks the arguments of commands before use, because any extension and any link can call a command.

import { FindingRef, FindingsParams, SuppressParams } from "./protocol";

const LONGEST_ID = 1000;

/** A test whether the document of a URI is open or in the workspace. */
export type Known = (uri: string) => boolean;

/** Returns the reference to a finding in a known document; `undefined` if the argument is none. */
export function findingRef(value: unknown, known: Known): FindingRef | undefined {
  if (!isObject(value) || !isWord(value.uri) || !isWord(value.id) || value.id.length > LONGEST_ID || !known(value.uri)) {
    return undefined;
  }
  return { uri: value.uri, id: value.id };
}

export function findingsParams(value: unknown, known: Known): FindingsParams | undefined {
  if (!isObject(value) || !isWord(value.uri) || !known(value.uri)) {
    return undefined;
  }
  const ids = Array.isArray(value.ids) ? value.ids.filter(isWord) : [];
  return { uri: value.uri, function: isWord(value.function) ? value.function : "", ids };
}

export function suppressParams(value: unknown, known: Known): SuppressParams | undefined {
  if (!isObject(value) || !isWord(value.uri) || !known(value.uri) || !isObject(value.position)) {
    return undefined;
  }
  const { line, character } = value.position;
  const { version, before, after } = value;
  if (!isCount(line) || !isCount(character) || !isCount(version) || typeof before !== "string" || typeof after !== "string") {
    return undefined;
  }
  return { uri: value.uri, version, position: { line, character }, before, after };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
