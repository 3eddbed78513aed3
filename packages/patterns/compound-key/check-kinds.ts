import type { DefinitionScope, EntityModel, PatternSet } from '@tablewright/core';
import type { ChildKind } from './child-kind.js';

/** Whether each row tells of which class it is, and all are in one table. */
export function checkKinds({ model: parent, fail }: DefinitionScope, children: readonly ChildKind[]): void {
  const column = parent.discriminator?.column;
  if (column === undefined) {
    fail(
      `a family is told apart by a discriminator. Declare one on ${parent.name} and on its children: @Entity({ discriminator: 'EntityType' }).`,
      'AMBIGUOUS',
    );
  }
  const types = new Map([[parent.discriminator?.value, parent.name]]);
  for (const { name, model } of children) {
    const own = model.discriminator;
    if (own?.column !== column) {
      fail(
        `'${name}': ${model.name} needs the discriminator of ${parent.name}. Declare it: @Entity({ discriminator: '${column}' }).`,
        'AMBIGUOUS',
      );
    }
    const other = types.get(own?.value);
    if (other !== undefined) {
      fail(
        `'${name}': ${model.name} has the type '${own?.value}' as ${other} has. Declare another: @Entity({ type: '…' }).`,
        'AMBIGUOUS',
      );
    }
    types.set(own?.value, `'${name}'`);
    checkTable(parent, model, (why) => fail(`'${name}': ${why}`));
  }
}

function checkTable(parent: EntityModel, child: EntityModel, fail: (why: string) => never): void {
  if (parent.table === undefined || child.table === undefined) return;
  if (parent.table.toLowerCase() === child.table.toLowerCase()) return;
  fail(
    `${child.name} is in the table '${child.table}', and the parent in '${parent.table}'. A family shares one: leave out the child's, or name the same.`,
  );
}

/**
 * Why rows that are derived from members of the family could not be told from others: the members share a partition,
 * and so do their indexes.
 */
export function derivedClash(
  parent: EntityModel,
  patterns: PatternSet,
  children: readonly ChildKind[],
): string | undefined {
  const family = { who: 'the family', prefix: parent.row.encodePrefix({}, 0), of: undefined };
  const derived = [{ model: parent, patterns }, ...children.map(ofChild)].flatMap((member) =>
    member.patterns.derivations.flatMap((derivation) =>
      'rowPrefix' in derivation
        ? [{ who: `${member.model.name}.${derivation.name}`, prefix: derivation.rowPrefix, of: member.model }]
        : [],
    ),
  );
  const kinds = [family, ...derived];
  for (const [i, a] of kinds.entries()) {
    for (const b of kinds.slice(i + 1)) {
      if (a.of === b.of || !beginAlike(a.prefix, b.prefix)) continue;
      return `the rows of ${a.who} and of ${b.who} are in one partition and cannot be told apart: their row keys begin with '${a.prefix}' and '${b.prefix}'. Begin each with a literal of its own.`;
    }
  }
  return undefined;
}

function ofChild({ model, repository }: ChildKind) {
  return { model, patterns: repository.patterns };
}

function beginAlike(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}
