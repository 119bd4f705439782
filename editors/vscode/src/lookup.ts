// Finding the csieve program.

import { accessSync, constants, statSync } from "node:fs";
import * as path from "node:path";

/** What the search may look at. */
export interface Lookup {
  env: Record<string, string | undefined>;
  isProgram: (file: string) => boolean;
  windows: boolean;
}

/** No program was found; the message says where it was looked for. */
export class ServerNotFound extends Error {}

export function systemLookup(): Lookup {
  return { env: process.env, isProgram, windows: process.platform === "win32" };
}

/**
 * The first of: the environment variable CSIEVE_SERVER, the setting, the program in the extension, the PATH.
 * One that was chosen by name must exist: falling back would run another program than the user asked for.
 */
export function findServer(setting: string, extensionPath: string, lookup: Lookup): string {
  const chosen: Array<[string, string | undefined]> = [
    ["the environment variable CSIEVE_SERVER", lookup.env.CSIEVE_SERVER],
    ["the setting csieve.server.path", setting],
  ];
  for (const [origin, file] of chosen) {
    if (file) {
      if (lookup.isProgram(file)) {
        return file;
      }
      throw new ServerNotFound(`${origin} names ${file}, which is no program.`);
    }
  }
  const name = lookup.windows ? "csieve.exe" : "csieve";
  const bundled = path.join(extensionPath, "server", name);
  if (lookup.isProgram(bundled)) {
    return bundled;
  }
  for (const folder of (lookup.env.PATH ?? "").split(lookup.windows ? ";" : ":")) {
    // An empty or relative entry would run what lies in the workspace.
    if (path.isAbsolute(folder) && lookup.isProgram(path.join(folder, name))) {
      return path.join(folder, name);
    }
  }
  throw new ServerNotFound(
    "the csieve program was found neither in the extension nor on the PATH. Set csieve.server.path.",
  );
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
