import type { PointReadPlan } from '../plans.js';
import { tableFor } from './access-path.js';
import type { Piece } from './branches/piece.js';
import { ALWAYS, type Condition } from './condition.js';
import { type Filter, filterText } from './filter/filter.js';
import { keyFilter } from './filter/key-filter.js';
import { kindFilter } from './filter/kind-filter.js';
import { packFilters } from './filter/pack-filters.js';
import { translator } from './filter/translate.js';
import { canonicalCondition } from './meaning/canonical-condition.js';
import { all } from './meaning/simplify.js';
import type { Candidate } from './paths/candidate.js';
import type { QueryInput } from './query-input.js';
import type { ScanPlan } from './query-plan.js';
import { type Cut, isOneKey, LAST } from './ranges/cut-range.js';

/** A part before its columns are chosen: which ones depends on what is left to check. */
export type Part = PointReadPlan | ScanPlan;

export interface Parts {
  readonly parts: readonly Part[];
  readonly residual: Condition;
}

/** The requests that read a candidate's pieces, and what they leave undecided. */
export function partsOf(input: QueryInput, { path, pieces, condition }: Candidate): Parts {
  const { entity, limits, discriminator } = input;
  const table = tableFor(path.table, input.table);
  const translate = translator(input.codec, path, input.opaqueColumns);
  const kind = discriminator ? kindFilter(discriminator) : [];
  const parts: Part[] = [];
  const undecided: Condition[] = [];
  for (const piece of pieces) {
    const { partition, range, rest } = piece;
    if (piece.access === 'point') {
      const [partitionKey, rowKey] = [partition.from.key, range.from.key];
      parts.push({ kind: 'pointRead', entity, table, partitionKey, rowKey });
      undecided.push(all(rest));
      continue;
    }
    const base = [...keyFilter('PartitionKey', partition), ...keyFilter('RowKey', range), ...kind];
    const packed = packFilters(translate, base, rest, {
      mayRepeat: limits.profile !== 'cosmos',
      onePartition: isOneKey(partition),
    });
    for (const filter of packed.filters) parts.push(scan({ entity, table }, piece, filter));
    undecided.push(piece.loose ? condition : all(packed.undecided));
  }
  return { parts, residual: common(undecided, condition) };
}

function scan(place: { entity: string; table: string }, piece: Piece, filter: Filter): ScanPlan {
  const text = filterText(filter);
  return {
    kind: 'scan',
    ...place,
    ...(text !== '' && { filter: text }),
    ...(isOneKey(piece.partition) && { partitionKey: piece.partition.from.key }),
    ...positions(piece),
  };
}

/** The same keys as places in the table, by which scans are put in order. */
function positions({ partition, range }: Piece): Pick<ScanPlan, 'range'> {
  if (isOneKey(partition)) {
    const partitionKey = partition.from.key;
    const at = (cut: Cut) => ({ partitionKey, rowKey: textOf(cut) });
    return { range: { from: at(range.from), to: at(range.to) } };
  }
  const from = { partitionKey: partition.from.key, rowKey: '' };
  if (partition.to.key === LAST.key) return from.partitionKey === '' ? {} : { range: { from } };
  return { range: { from, to: { partitionKey: textOf(partition.to), rowKey: '' } } };
}

/** The first text behind a cut. */
function textOf({ key, after }: Cut): string {
  return after ? `${key}\0` : key;
}

/** What all pieces leave open; where they differ, only the whole condition is right for all of them. */
function common(undecided: readonly Condition[], whole: Condition): Condition {
  const [first = ALWAYS, ...others] = undecided;
  const text = canonicalCondition(first);
  return others.every((condition) => canonicalCondition(condition) === text) ? first : whole;
}
