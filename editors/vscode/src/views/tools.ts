// The objects that all views need.

import { Highlights } from "./highlights";

export interface Tools {
  /** The script of the pages. */
  script: string;
  highlights: Highlights;
  /** Runs work in the background and logs a failure. */
  quietly: (work: Promise<void>) => void;
}
