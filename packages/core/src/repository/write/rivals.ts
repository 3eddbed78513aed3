/** One call that reads a row to write it, while others in this process may do the same. */
export interface Presence {
  /** Whether another such call has been at the row at the same time. */
  readonly met: boolean;
  leave(): void;
}

interface Visitor {
  met: boolean;
}

/** Of this process, across repositories and stores: the rows are the same ones. */
const visitors = new Map<string, Set<Visitor>>();

/**
 * Notes that a row is about to be read and written. Two rivals that write equal values, as counters do,
 * leave equal rows behind: then only this tells that a row's content says nothing about whose write it was.
 */
export function arriveAt(row: string): Presence {
  const here = visitors.get(row) ?? new Set<Visitor>();
  visitors.set(row, here);
  const me: Visitor = { met: here.size > 0 };
  for (const other of here) other.met = true;
  here.add(me);
  return {
    get met() {
      return me.met;
    },
    leave() {
      here.delete(me);
      if (here.size === 0) visitors.delete(row);
    },
  };
}
