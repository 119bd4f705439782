// Finds the csieve program.

import { accessSync, constants, realpathSync, statSync } from "node:fs";
import * as path from "node:path";

/** The environment in which the program is searched for. Tests replace it. */
export interface Lookup {
  env: Record<string, string | undefined>;
  isProgram: (file: string) => boolean;
  /** Returns the path with its symbolic links resolved. */
  real: (file: string) => string;
  windows: boolean;
  /** The folders of the workspace. Programs on the PATH that are in one of them are not used. */
  folders: string[];
}

/** A program file, and the origin of its path: a variable, a setting, the PATH or the extension. */
export interface Program {
  file: string;
  origin: string;
}

/** The error that no program was found. The message says where the search looked. */
export class ServerNotFound extends Error {}

export function systemLookup(folders: string[]): Lookup {
  return { env: process.env, isProgram, real, windows: process.platform === "win32", folders };
}

/**
 * Returns the first program of: the environment variable CSIEVE_SERVER, the user's setting, the PATH, the
 * extension. Throws `ServerNotFound` if there is none. Also throws if the variable or the setting names a
 * file that is no program, because another program would not be the one that the user asked for.
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

/** Searches the PATH. Skips relative entries and programs in the workspace: a project could plant them. */
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
