import type { EntityModel, PatternSet } from '@tablewright/core';
import type { RemoteIndex } from './compile-index.js';

/** Why some indexes cannot work beside the other patterns of a repository, and what to do instead. */
export function clashOf(
  indexes: readonly RemoteIndex[],
  model: EntityModel,
  { derivations, split }: PatternSet,
): string | undefined {
  const [{ name }] = indexes as readonly [RemoteIndex];
  if (split) {
    return `'${name}' is made from one row, but with ${split.name} an entity may take several. Leave one of them out.`;
  }
  if (derivations.some(({ kind }) => kind === 'embeddedCopies')) {
    return `'${name}' would not see the copies that the repository puts into its rows. Leave one of them out.`;
  }
  const others = [
    { name: 'the entity itself', prefix: model.row.encodePrefix({}, 0) },
    ...derivations.flatMap((derivation) =>
      'rowPrefix' in derivation ? [{ name: derivation.name, prefix: derivation.rowPrefix }] : [],
    ),
  ];
  for (const index of indexes) {
    if (index.table !== undefined) continue;
    const prefix = index.row.encodePrefix({}, 0);
    const other = others.find((one) => one.prefix.startsWith(prefix) || prefix.startsWith(one.prefix));
    if (other) {
      return `the rows of ${index.name} and of ${other.name} cannot be told apart: their row keys begin with '${prefix}' and '${other.prefix}'. Begin each row template with a literal of its own, or name another table.`;
    }
    others.push({ name: index.name, prefix });
  }
  return undefined;
}
