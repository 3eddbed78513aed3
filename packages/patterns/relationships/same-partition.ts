import type { EntityModel } from '@tablewright/core';
import { translated } from '../shared/translated.js';
import type { Pairs } from './pairs.js';

/** Why two classes cannot share a partition, as far as their templates tell. */
export function samePartitionProblem(one: EntityModel, many: EntityModel, by: Pairs): string | undefined {
  const lacking = many.partition.variables.find(({ name }) => !by.has(name));
  if (lacking) return `by needs '${lacking.name}': one partition can only be shared if its key is known.`;
  if (translated(many.partition.source, by) === one.partition.source) return undefined;
  return `the partition keys '${one.partition.source}' of ${one.name} and '${many.partition.source}' of ${many.name} are not the same. Leave out samePartition, or change one of them.`;
}
