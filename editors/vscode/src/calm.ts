// Work that waits until nothing has happened for a moment.

/** A piece of work that is done now, or soon: when nobody has asked for it again for a moment. */
export interface Calm {
  now: () => void;
  soon: () => void;
  dispose: () => void;
}

const CALM_MS = 150;

export function calm(work: () => void): Calm {
  let timer: NodeJS.Timeout | undefined;
  const dispose = (): void => clearTimeout(timer);
  const now = (): void => {
    dispose();
    work();
  };
  const soon = (): void => {
    dispose();
    timer = setTimeout(work, CALM_MS);
  };
  return { now, soon, dispose };
}
