import { type CursorOwner, readCursor } from './cursor.js';
import { FollowedLog } from './followed-log.js';
import type { LogReader } from './log-reader.js';
import { OverlapWindow } from './overlap-window.js';
import { readTailOptions } from './read-tail-options.js';
import type { Tail, TailOptions } from './tail-api.js';
import { TICKS_PER_MS, ticksOfArgument, ticksOfClock, within } from './times.js';

/** Begins to follow a log: at a cursor, at a time, or now. Nothing is sent before the first entry is asked for. */
export function followLog(reader: LogReader): (log: object, options?: TailOptions) => Tail<object> {
  const { context, log: compiled } = reader;
  const { model, store } = context;
  return (log, given) => {
    const options = readTailOptions(given);
    const scope = reader.scopeOf(log);
    const owner: CursorOwner = {
      context,
      at: compiled.at,
      partitionKey: model.partition.encode(scope),
      prefix: model.row.encodePrefix(scope, inFront(reader)),
    };
    const overlap = BigInt(options.overlap) * TICKS_PER_MS;
    const parts = { reader, scope, owner, ...options };
    if (options.cursor !== undefined) {
      const { low, seen } = readCursor(owner, options.cursor);
      return new FollowedLog(parts, new OverlapWindow(low, overlap, seen));
    }
    if (options.since !== undefined) {
      const since = ticksOfArgument(compiled.times, options.since, 'since');
      return new FollowedLog(parts, new OverlapWindow(since, overlap));
    }
    // What is late, and older than now, is told from what is there already: the first poll notes that down.
    const now = ticksOfClock(store.clock.now());
    return new FollowedLog(
      { ...parts, silentBefore: now },
      new OverlapWindow(within(now - overlap), overlap),
    );
  };
}

/** How many variables of the row template name the log. */
function inFront({ context, log }: LogReader): number {
  return context.model.row.variables.findIndex(({ name }) => name === log.at);
}
