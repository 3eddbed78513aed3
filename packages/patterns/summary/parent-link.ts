import type { DefinitionScope, EntityModel } from '@tablewright/core';
import { translated } from '../shared/translated.js';
import type { ReadParentSummary } from './read-parent-declaration.js';

/** How a child leads to its parent's row, within their partition. */
export interface Link {
  /** The children's properties that decide which row it is. */
  readonly properties: readonly string[];
  rowKey(values: Readonly<Record<string, unknown>>): string;
}

/** Checks that the children's properties make up the parent's key, in the same partition of the same table. */
export function linkOf(
  scope: DefinitionScope,
  child: EntityModel,
  parent: EntityModel,
  { name, by }: ReadParentSummary,
): Link {
  const fail = (problem: string) => scope.fail(`'${name}': ${problem}`);
  const variables = [...parent.partition.variables, ...parent.row.variables].map((variable) => variable.name);
  const lacking = variables.find((variable) => !by.has(variable));
  if (lacking !== undefined)
    return fail(`by needs '${lacking}', which is part of the key of ${parent.name}.`);
  for (const [left, right] of by) {
    if (!variables.includes(left)) return fail(`'${left}' is not part of the key of ${parent.name}.`);
    const [to, from] = [parent.properties.get(left)!, child.properties.get(right)];
    if (!from) return fail(`'${right}' is not a mapped property of ${child.name}. Correct it.`);
    if (from.kind !== to.kind || from.convert !== to.convert) {
      return fail(`'${right}' of ${child.name} is not declared like '${left}' of ${parent.name}.`);
    }
  }
  const elsewhere =
    'Put both into one partition, keep the summary in a row of its own with Summary, or keep it in the deferred form, through the outbox.';
  if (translated(parent.partition.source, by) !== child.partition.source) {
    return fail(
      `the partition keys '${child.partition.source}' of ${child.name} and '${parent.partition.source}' of ${parent.name} are not the same, and a transaction has one partition. ${elsewhere}`,
    );
  }
  if (child.table !== parent.table) {
    return fail(
      `${child.name} and ${parent.name} are in different tables, and a transaction has one. ${elsewhere}`,
    );
  }
  const pairs = parent.row.variables.map(({ name: left }) => [left, by.get(left)!] as const);
  return {
    properties: pairs.map(([, right]) => right),
    rowKey: (values) =>
      parent.row.encode(Object.fromEntries(pairs.map(([left, right]) => [left, values[right]]))),
  };
}
