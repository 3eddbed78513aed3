import type { EntityModel, PatternSet } from '@tablewright/core';
import { isDeferredRows } from '../src/deferred-rows.js';
import type { RemoteIndex } from './compile-index.js';

/** Rows that begin alike. */
interface Rows {
  readonly name: string;
  readonly prefix: string;
  /** In lower case; `undefined`: the entity's own table. */
  readonly table: string | undefined;
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
  const others: readonly Rows[] = [
    { name: 'the entity itself', prefix: model.row.encodePrefix({}, 0), table: undefined },
    ...derivations.flatMap((derivation) =>
      'rowPrefix' in derivation
        ? [{ name: derivation.name, prefix: derivation.rowPrefix, table: undefined }]
        : [],
    ),
    ...deferred.filter(isDeferredRows).map((rows) => ({
      name: rows.name,
      prefix: rows.rowPrefix,
      table: rows.table?.toLowerCase(),
    })),
  ];
  for (const index of indexes) {
    const prefix = index.row.encodePrefix({}, 0);
    const table = index.table?.toLowerCase();
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

/** An index that names a table keeps its rows apart from the entities. */
export function clashOfTable(indexes: readonly RemoteIndex[], table: string | undefined): string | undefined {
  const same = indexes.find((index) => index.table?.toLowerCase() === table?.toLowerCase());
  if (table === undefined || !same) return undefined;
  return `index '${same.name}' names the table of the entities. Name another one, or leave table out.`;
}
