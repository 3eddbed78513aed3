import type { DefinitionScope, EntityModel } from '@tablewright/core';
import type { ChildKind } from './child-kind.js';
import { neverSameKey } from './keys-apart.js';
import { type Field, piecesOf } from './template-pieces.js';

/**
 * Whether the keys of a family belong together, and to one family only: those of a child begin with the whole key of
 * its parent, no parent's key begins with that of another, and no two entities share a row.
 */
export function checkKeys(scope: DefinitionScope, children: readonly ChildKind[]): void {
  checkParent(scope);
  for (const child of children) checkChild(scope, child);
  children.forEach((a, i) => {
    for (const b of children.slice(i + 1)) checkSiblings(scope, a, b);
  });
}

function checkParent({ model: { row }, fail }: DefinitionScope): void {
  const open = piecesOf(row).find((piece) => 'open' in piece && piece.open && piece.last);
  if (open) {
    fail(
      `the row template '${row.source}' ends with text, and nothing shows where it ends: one parent's key could begin another's. Close it with the separator, as in '${row.source}_', and let those of the children go on behind it.`,
      'ROWS_INSEPARABLE',
    );
  }
}

function checkChild(scope: DefinitionScope, { name, model }: ChildKind): void {
  const { model: parent, fail } = scope;
  const who = `'${name}' (${model.name})`;
  if (model.partition.source !== parent.partition.source) {
    fail(
      `${who}: its partition template is '${model.partition.source}', and that of the parent '${parent.partition.source}'. Make them the same: a family stays in one partition.`,
    );
  }
  const [own, whole] = [parent.row.source, model.row.source];
  if (!whole.startsWith(own) || whole === own) {
    fail(
      `${who}: its row template '${whole}' does not begin with that of the parent and go on. Write it as '${own}…'.`,
    );
  }
  for (const key of ['partition', 'row'] as const) checkShared(scope, who, model, key);
  if (!neverSameKey(parent.row, model.row)) {
    fail(
      `${who}: behind '${own}', its row template '${whole}' goes on with text that may be empty: then it would have the key of the parent. Put a literal in front of it.`,
      'ROWS_INSEPARABLE',
    );
  }
}

/** What the parent's key is made of has to be written alike in the child's. */
function checkShared(
  { model: parent, fail }: DefinitionScope,
  who: string,
  child: EntityModel,
  key: 'partition' | 'row',
): void {
  const ofChild = fieldsOf(child[key]);
  fieldsOf(parent[key]).forEach(({ name, coding }, i) => {
    if (ofChild[i]?.coding !== coding) {
      fail(
        `${who}: '${name}' is written in another way than in the key of the parent. Declare it as the parent does, with the same characters behind it.`,
      );
    }
    if (child.properties.get(name)?.convert !== parent.properties.get(name)?.convert) {
      fail(`${who}: '${name}' has another converter than that of the parent. Use the very same one.`);
    }
  });
}

function fieldsOf(template: EntityModel['row']): readonly Field[] {
  return piecesOf(template).filter((piece): piece is Field => 'coding' in piece);
}

function checkSiblings({ fail }: DefinitionScope, a: ChildKind, b: ChildKind): void {
  if (neverSameKey(a.model.row, b.model.row)) return;
  fail(
    `'${a.name}' and '${b.name}' could have the same key: their row templates are '${a.model.row.source}' and '${b.model.row.source}'. Give each a literal of its own behind the parent's key, such as '_${a.name}_' and '_${b.name}_'.`,
    'ROWS_INSEPARABLE',
  );
}
