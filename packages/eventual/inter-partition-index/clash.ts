import { type EntityModel, type PatternSet, tableFor } from '@tablewright/core';
import { isDeferredRows } from '../src/deferred-rows.js';
import { isTableName } from '../src/places.js';
import type { RemoteIndex } from './compile-index.js';

/** Rows that begin alike. */
interface Rows {
  readonly name: string;
  readonly prefix: string;
  readonly table: string;
}

/** Why some indexes cannot work beside the other patterns of a repository, and what to do instead. */
export function clashOf(
  indexes: readonly RemoteIndex[],
  model: EntityModel,
  { derivations, deferred, split }: PatternSet,
): string | undefined {
  const [{ name }] = indexes as readonly [RemoteIndex];
  if (split) {
    return `'${name}' is made from one row, but with ${split.name} an entity may take several. Leave one of them out.`;
  }
  if (derivations.some(({ kind }) => kind === 'embeddedCopies')) {
    return `'${name}' would not see the copies that the repository puts into its rows. Leave one of them out.`;
  }
  // A class without a table has one when its repository is opened; what is declared differently lies apart till then.
  const nameOf = (declared?: string) => tableFor(declared, model.table ?? '{table}').toLowerCase();
  const others: readonly Rows[] = [
    { name: 'the entity itself', prefix: model.row.encodePrefix({}, 0), table: nameOf() },
    ...derivations.flatMap((derivation) =>
      'rowPrefix' in derivation
        ? [{ name: derivation.name, prefix: derivation.rowPrefix, table: nameOf() }]
        : [],
    ),
    ...deferred.filter(isDeferredRows).map((rows) => ({
      name: rows.name,
      prefix: rows.rowPrefix,
      table: nameOf(rows.table),
    })),
  ];
  for (const index of indexes) {
    const prefix = index.row.encodePrefix({}, 0);
    const table = nameOf(index.table);
    const other = others.find(
      (one) =>
        one.name !== index.name &&
        one.table === table &&
        (one.prefix.startsWith(prefix) || prefix.startsWith(one.prefix)),
    );
    if (other) {
      return `the rows of ${index.name} and of ${other.name} cannot be told apart: their row keys begin with '${prefix}' and '${other.prefix}'. Begin each row template with a literal of its own, or name another table.`;
    }
  }
  return undefined;
}

/** An index that names a table keeps its rows apart from the entities, in a table that there can be. */
export function clashOfTable(indexes: readonly RemoteIndex[], table: string | undefined): string | undefined {
  if (table === undefined) return undefined;
  for (const index of indexes) {
    const name = tableFor(index.table, table);
    if (index.table !== undefined && name.toLowerCase() === table.toLowerCase()) {
      return `index '${index.name}' names the table of the entities. Name another one, or leave table out.`;
    }
    if (!isTableName(name)) {
      return `index '${index.name}' would have its rows in a table named '${name}', and a name has 63 letters and digits at most. Shorten one of its parts.`;
    }
  }
  return undefined;
}
