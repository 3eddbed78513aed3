import { type Cost, unlessUnfit } from '@tablewright/core';
import type { OutboxSettings } from './options.js';
import type { RecordedChange } from './recorded-change.js';
import type { Registry } from './registry.js';

/** The requests around a commit when all goes well, and nobody else writes the same entities. */
export function costOf(
  { hints, mode }: OutboxSettings,
  registry: Registry,
  changes: readonly RecordedChange[],
): Cost {
  const { context, keys } = changes[0]!;
  const before =
    Number(hints === 'always') +
    Number(!registry.knows({ table: context.table, partition: keys.partitionKey }));
  if (mode === 'worker') return { least: before + 1, most: before + 1 };
  const intents = changes.flatMap(({ steps }) => steps).length;
  const bringing = changes.flatMap(partitionsOf);
  const deleting = Math.ceil(intents / 100) + Number(hints === 'always');
  // Whoever clears a partition makes sure before that nobody deleted the entity and made it again.
  const looking = changes.reduce((sum, change) => sum + clearedBy(change), 0);
  // Where nothing is known to be there, the guard is written without being read; if it is there after all, 2 more.
  const least = bringing.reduce((sum, had) => sum + (had ? 2 : 1), before + deleting + looking);
  return { least, most: least + 2 * bringing.filter((had) => !had).length };
}

/** For each partition that something follows in: whether the entity had rows there before. */
function partitionsOf({ before, steps }: RecordedChange): readonly boolean[] {
  return steps.flatMap(({ derivation, intent }) => {
    const rows = before ? unlessUnfit(() => derivation.derive(before)) : [];
    const had = new Set(rows.map(({ partitionKey }) => partitionKey));
    return intent.places.map(({ partition }) => had.has(partition));
  });
}

/** How many partitions the entity leaves. */
function clearedBy({ after, steps }: RecordedChange): number {
  return steps.reduce((sum, { derivation, intent }) => {
    const getting = new Set((after ? derivation.derive(after) : []).map(({ partitionKey }) => partitionKey));
    return sum + intent.places.filter(({ partition }) => !getting.has(partition)).length;
  }, 0);
}
