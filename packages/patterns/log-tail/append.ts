import {
  type CallOptions,
  isTablewrightError,
  type PatternHost,
  queryOf,
  type RepositoryContext,
  sameRow,
} from '@tablewright/core';
import { type Assigner, has } from './assign.js';
import type { CompiledLog } from './compile-log.js';

/** How often an entry whose tick others have taken gets another one. */
const MOST_TICKS_TRIED = 32;
/** How far apart processes that meet go at most: about a millisecond. */
const WIDEST_SKIP = 8_192;

type Fields = Record<string, unknown>;
type Append = (entry: object, options?: CallOptions) => Promise<object>;

/** Adds entries. One that has its place already may be added again: the same is found, not doubled. */
export function appender(host: PatternHost, log: CompiledLog, assigner: Assigner): Append {
  const { at, bare, tie } = log;
  const { context } = host;
  const { clock, newId, random } = context.store;
  return async (entry, options) => {
    const began = clock.monotonic();
    const left = (): CallOptions | undefined => {
      const timeout = options?.timeout;
      if (typeof timeout !== 'number') return options;
      return { ...options, timeout: Math.max(0, timeout - (clock.monotonic() - began)) };
    };
    const isPlaced = has(entry, at) && (!tie || has(entry, tie.property));
    const attempt = async (tried: number): Promise<object> => {
      try {
        return await host.insert(entry, tried === 1 ? options : left());
      } catch (error) {
        if (!isTaken(error)) throw error;
        if (isPlaced) {
          const found = await storedTwin(context, entry, left());
          if (found) return found;
        }
        // Refused for sure: the tick is another's, and the entry is not stored anywhere.
        if (isPlaced || !bare || tried === MOST_TICKS_TRIED) throw error;
        // Somewhere else, the farther the more often it was in vain: those that meet would go on to meet.
        assigner.skip(newId, Math.floor(random() * Math.min(2 ** tried, WIDEST_SKIP)));
        if (has(entry, at)) (entry as Fields)[at] = undefined;
        return attempt(tried + 1);
      }
    };
    return attempt(1);
  };
}

function isTaken(error: unknown): boolean {
  return isTablewrightError(error) && error.code === 'ENTITY_EXISTS';
}

/** What is stored under the key of an entry, if it says the same. */
async function storedTwin(
  context: RepositoryContext,
  entry: object,
  options: CallOptions | undefined,
): Promise<object | undefined> {
  const { model, codec } = context;
  const names = model.keyProperties.map(({ property }) => property);
  const key = Object.fromEntries(names.map((name) => [name, (entry as Fields)[name]]));
  const stored = await queryOf({ context, via: 'primary', wants: 'entities' }, key).first(options);
  if (!stored) return undefined;
  const own = entry instanceof model.entity ? entry : Object.assign(model.create(), entry);
  return sameRow(codec.encode(stored), codec.encode(own)) ? stored : undefined;
}
