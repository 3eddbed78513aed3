/** How long to measure. In time, not in rounds, so that a slow machine takes fewer rounds instead of an hour. */
export interface Effort {
  readonly seconds: number;
  /** Rounds, however long they take. */
  readonly atLeast: number;
}

export const FULL: Effort = { seconds: 10, atLeast: 30 };

/** Enough to see, not enough to decide. */
export const QUICK: Effort = { seconds: 2, atLeast: 5 };

/** What goes before, and is not counted: compilers need a while to settle. */
export function warmUpOf({ seconds }: Effort): Effort {
  return { seconds: seconds / 4, atLeast: 2 };
}

/** Tells before each round whether there is to be another one. */
export function rounds({ seconds, atLeast }: Effort): () => boolean {
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  return () => done++ < atLeast || performance.now() < end;
}
