// The messages between pages and the extension. Both sides check a message before they use it.

import { isCount, isObject } from "../arguments";

/** A message from a page: the user chose something there, or wants an observer's drawing as a file. */
export type PageMessage =
  | { type: "step"; index: number }
  | { type: "stage"; index: number }
  | { type: "observer"; index: number }
  | { type: "export"; index: number }
  | { type: "state" | "edge" | "equation"; observer: number; index: number };

/** A message to a page: it shall show a step, a stage or an observer. */
export type HostMessage = { type: "step" | "stage" | "observer"; index: number };

export function pageMessage(value: unknown): PageMessage | undefined {
  if (!isObject(value) || !isCount(value.index)) {
    return undefined;
  }
  const { type, index, observer } = value;
  if (type === "step" || type === "stage" || type === "observer" || type === "export") {
    return { type, index };
  }
  if ((type === "state" || type === "edge" || type === "equation") && isCount(observer)) {
    return { type, index, observer };
  }
  return undefined;
}

export function hostMessage(value: unknown): HostMessage | undefined {
  if (!isObject(value) || !isCount(value.index)) {
    return undefined;
  }
  const { type, index } = value;
  return type === "step" || type === "stage" || type === "observer" ? { type, index } : undefined;
}
