// What all views need.

import { Highlights } from "./highlights";

export interface Tools {
  /** The script of the pages. */
  script: string;
  highlights: Highlights;
  /** Does work that nobody waits for; what goes wrong is logged. */
  quietly: (work: Promise<void>) => void;
}
