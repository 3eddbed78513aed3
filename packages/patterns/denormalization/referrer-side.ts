import {
  type Change,
  type Embedded,
  type EmbeddedCopies,
  isTablewrightError,
  type StoringChange,
} from '@tablewright/core';
import type { Compiled } from './compile.js';
import { SourceNotFoundError } from './errors.js';

/** The referrer's side: it has what its source says when it begins to refer to it, and that source is held. */
export function referrerSide(compiled: Compiled): EmbeddedCopies {
  const { name, state, fingerprint, link, copies } = compiled;
  return {
    kind: 'embeddedCopies',
    name,
    state,
    fingerprint,
    columns: [...link.columns, ...copies.columns],
    lookups(change) {
      const { after } = change;
      const rowKey = after && link.sourceOf(after);
      if (rowKey === undefined || !isOpen(compiled, change, rowKey)) return [];
      return [{ partitionKey: after!.partitionKey, rowKey }];
    },
    embed(change, found) {
      const { before, after } = change;
      const rowKey = link.sourceOf(after);
      if (rowKey === undefined) return unlessThere(compiled, change, { ...copies.none, sources: [] });
      // What is stored is what the source says: whoever changes the source changes this row as well.
      if (!isOpen(compiled, change, rowKey)) {
        return unlessThere(compiled, change, { ...copies.of(before!), sources: [] });
      }
      const source = found.get(rowKey);
      const { source: codec, referrer } = compiled.sides;
      if (source && codec.accepts(source.columns)) return { ...copies.from(source), sources: [source] };
      // Who refers to nobody already may stay as he is: only he must not have copies.
      if (change.anew || leadsFrom(compiled, change) === rowKey) return { ...copies.none, sources: [] };
      throw new SourceNotFoundError(referrer.model.name, codec.model.name, name);
    },
    spread: () => [],
  };
}

/** Whether the source has to be asked. */
function isOpen(compiled: Compiled, change: Change, rowKey: string): boolean {
  const { before, asStored, anew } = change;
  if (!before || asStored || anew || compiled.state === 'building') return true;
  // Another client put something there that is no copy.
  if (!compiled.copies.fit(before)) return true;
  return leadsFrom(compiled, change) !== rowKey;
}

/** To whom the stored row refers; `undefined` for values that no key holds. */
function leadsFrom({ link }: Compiled, { before }: Change): string | undefined {
  try {
    return before && link.sourceOf(before);
  } catch (error) {
    if (isTablewrightError(error)) return undefined;
    throw error;
  }
}

/** `undefined` where nothing would change: neither what is stored, nor what the caller gave. */
function unlessThere(
  { copies }: Compiled,
  { before, after }: StoringChange,
  wanted: Embedded,
): Embedded | undefined {
  const values = { ...copies.none, ...wanted };
  const stays = copies.isSame(after, values) && (!before || copies.isSame(before, values));
  return stays ? undefined : wanted;
}
