// The objects that all views need.

import { Observer } from "../protocol";
import { Highlights } from "./highlights";

export interface Tools {
  /** The script of the pages. */
  script: string;
  highlights: Highlights;
  /** Lets the user save the drawing of an observer, if there is one. The title suggests the name of the file. */
  exportDrawing: (observer: Observer | undefined, title: string) => void;
  /** Runs work in the background and logs a failure. */
  quietly: (work: Promise<void>) => void;
}
