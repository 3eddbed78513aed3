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
  // Whoever deletes an entity makes sure, before he clears away its rows, that nobody made it again.
  const looking = changes.reduce((sum, { after, steps }) => sum + (after ? 0 : placesOf(steps)), 0);
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

function placesOf(steps: RecordedChange['steps']): number {
  return steps.reduce((sum, { intent }) => sum + intent.places.length, 0);
}
