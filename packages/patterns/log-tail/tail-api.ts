/** How a log is followed. */
export interface TailOptions<Time = Date | bigint> {
  /** Begins with the entries of this time. Left out: with those from now on. */
  readonly since?: Time | undefined;
  /** Goes on where the tail with this cursor was, with the same log. Left out: see `since`. */
  readonly cursor?: string | undefined;
  /** Milliseconds between two polls, 1,000 unless told. */
  readonly interval?: number | undefined;
  /**
   * Milliseconds by which an entry may be late, 60,000 unless told: how much later than its own time it can be
   * stored, by the clock of this store. Each poll reads so far back.
   */
  readonly overlap?: number | undefined;
  /** Ends the tail with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
}

/** A log that is being followed. It is iterated over once; leaving the loop ends it. */
export interface Tail<E> extends AsyncIterableIterator<E, undefined> {
  /**
   * Where the tail is: another one that is given it goes on behind the entries that were yielded so far, the one
   * at hand included. Safe in URLs. It names the entries of the overlap, so it grows with their number. 0 requests.
   */
  readonly cursor: string;
}
