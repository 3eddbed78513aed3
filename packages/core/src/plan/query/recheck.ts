import type { EntityCodec } from '../../codec/index.js';
import type { Compare, Condition } from './condition.js';
import { all } from './meaning/simplify.js';
import type { Candidate } from './paths/candidate.js';

/**
 * What has to hold of an entity that is read in place of a copy which an older version of the class wrote: the
 * keys of that copy say nothing about the upgraded entity. `undefined`: every copy of this path will do.
 */
export function recheckOf(codec: EntityCodec, { path }: Candidate, asked: Condition): Condition | undefined {
  // Of a copy that has all columns an upgrader makes what it makes of the entity's own row.
  if (path.carries === undefined || codec.model.upgrades.size === 0) return undefined;
  const where = Object.entries(path.where ?? {}).map(
    ([property, value]): Compare => ({ kind: 'compare', property, comparison: 'eq', value }),
  );
  return all([asked, ...where]);
}
