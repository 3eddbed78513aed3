import type { DefinitionScope, EntityModel } from '@tablewright/core';
import type { ReadParentSummary } from './read-parent-declaration.js';
import type { TotalColumn } from './totals.js';

/** The columns of the parent that hold totals: the count first, then the sums in their order. */
export interface ParentColumns {
  readonly count: TotalColumn;
  readonly sums: readonly TotalColumn[];
}

/** Checks the parent's properties: others than its own writers fill them. */
export function parentColumns(
  scope: DefinitionScope,
  parent: EntityModel,
  { name, count, sums }: ReadParentSummary,
): ParentColumns {
  const names = [count, ...sums.map(({ into }) => into)];
  const twice = names.find((property, at) => names.indexOf(property) !== at);
  if (twice !== undefined) {
    return scope.fail(`'${name}': two totals would both be in '${twice}' of ${parent.name}. Name another.`);
  }
  const columnOf = (property: string): TotalColumn => {
    const fail = (problem: string) => scope.fail(`'${name}': '${property}' of ${parent.name} ${problem}`);
    const found = parent.properties.get(property);
    if (!found) return fail('is not a mapped property. Declare it: @Int64().');
    if (found.inKey) return fail('is part of its key, and cannot change. Declare another property.');
    const { edm } = found;
    if (found.convert || found.computed || (edm !== 'Edm.Int32' && edm !== 'Edm.Int64')) {
      return fail('cannot hold a total. Declare it with @Int32() or @Int64(), and nothing else.');
    }
    if (found.required) return fail('is required, but it is not its writers who fill it. Make it optional.');
    return { column: found.column, edm };
  };
  return {
    count: columnOf(count),
    sums: sums.map(({ into, property }) => ({ ...columnOf(into), property })),
  };
}

export function columnNames({ count, sums }: ParentColumns): readonly string[] {
  return [count, ...sums].map(({ column }) => column);
}
