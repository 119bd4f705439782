// What pages and the extension say to each other. Both sides look at what they get before they use it.

import { isCount, isObject } from "../arguments";

/** Somebody chose something on a page. */
export type PageMessage =
  | { type: "step"; index: number }
  | { type: "stage"; index: number }
  | { type: "observer"; index: number }
  | { type: "state" | "edge" | "equation"; observer: number; index: number };

/** The page is to show something. */
export type HostMessage = { type: "step" | "stage" | "observer"; index: number };

export function pageMessage(value: unknown): PageMessage | undefined {
  if (!isObject(value) || !isCount(value.index)) {
    return undefined;
  }
  const { type, index, observer } = value;
  if (type === "step" || type === "stage" || type === "observer") {
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
