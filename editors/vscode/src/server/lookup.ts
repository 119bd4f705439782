// Finding the csieve program.

import { accessSync, constants, realpathSync, statSync } from "node:fs";
import * as path from "node:path";

/** What the search may look at. */
export interface Lookup {
  env: Record<string, string | undefined>;
  isProgram: (file: string) => boolean;
  /** The file behind links. */
  real: (file: string) => string;
  windows: boolean;
  /** The folders of the workspace: the PATH is not followed into them. */
  folders: string[];
}

/** A program, and what named it. */
export interface Program {
  file: string;
  origin: string;
}

/** No program was found; the message says where it was looked for. */
export class ServerNotFound extends Error {}

export function systemLookup(folders: string[]): Lookup {
  return { env: process.env, isProgram, real, windows: process.platform === "win32", folders };
}

/**
 * The first of: the environment variable CSIEVE_SERVER, the setting of the user, the PATH, the program in the extension.
 * One that was chosen by name must exist: falling back would run another program than the user asked for.
 */
export function findServer(setting: string, extensionPath: string, lookup: Lookup): Program {
  const chosen: Array<[string, string | undefined]> = [
    ["the environment variable CSIEVE_SERVER", lookup.env.CSIEVE_SERVER],
    ["the setting csieve.server.path", setting],
  ];
  for (const [origin, file] of chosen) {
    if (file) {
      return { file: named(origin, file, lookup), origin };
    }
  }
  const name = lookup.windows ? "csieve.exe" : "csieve";
  const onPath = searchPath(name, lookup);
  if (onPath) {
    return { file: onPath, origin: "the PATH" };
  }
  const bundled = path.join(extensionPath, "server", name);
  if (lookup.isProgram(bundled)) {
    return { file: bundled, origin: "the extension" };
  }
  throw new ServerNotFound("the csieve program was found neither on the PATH nor in the extension. Set csieve.server.path.");
}

function named(origin: string, file: string, lookup: Lookup): string {
  if (!path.isAbsolute(file)) {
    throw new ServerNotFound(`${origin} names ${file}, which is no absolute path.`);
  }
  if (!lookup.isProgram(file)) {
    throw new ServerNotFound(`${origin} names ${file}, which is no program.`);
  }
  return file;
}

/** An empty or relative entry, or one in the workspace, would run what somebody put there. */
function searchPath(name: string, lookup: Lookup): string | undefined {
  const entries = (lookup.env.PATH ?? lookup.env.Path ?? "").split(lookup.windows ? ";" : ":");
  return entries
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .find((file) => lookup.isProgram(file) && ![file, lookup.real(file)].some((where) => isInside(where, lookup)));
}

function isInside(file: string, lookup: Lookup): boolean {
  return lookup.folders.flatMap((folder) => [folder, lookup.real(folder)]).some((folder) => {
    const way = path.relative(folder, file);
    return way === "" || !(way === ".." || way.startsWith(`..${path.sep}`) || path.isAbsolute(way));
  });
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function real(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
