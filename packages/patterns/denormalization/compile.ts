import type { EntityClass } from '@tablewright/core';
import { type Copies, compileCopies } from './copies.js';
import { compileLink, type Link } from './link.js';
import { type ReadDeclaration, readDeclaration } from './read-declaration.js';
import { checkPartitions, type Sides, sidesOf } from './sides.js';

/** A denormalization that was checked against both classes. */
export interface Compiled extends Pick<ReadDeclaration, 'name' | 'index' | 'onDelete' | 'state'> {
  readonly sides: Sides;
  readonly link: Link;
  readonly copies: Copies;
  /** The literal with which the rows of the referrers begin. */
  readonly referrerPrefix: string;
  /** The columns of a referrer that are written together with its source. */
  readonly filled: readonly string[];
  readonly fingerprint: string;
}

/** Changes when the same declaration comes to mean other columns. */
const FORMAT = 'denormalization/1';

/** Checks a declaration. Whatever cannot work fails here, with what to do instead. */
export function compile(source: EntityClass, referrer: EntityClass, declaration: unknown): Compiled {
  const sides = sidesOf(source, referrer);
  const read = readDeclaration(declaration, (problem) => sides.fail(problem));
  const named: Sides = { ...sides, fail: (problem) => sides.fail(`'${read.name}': ${problem}`) };
  checkPartitions(named);
  const link = compileLink(named, read.link);
  const copies = compileCopies(named, read.copy);
  checkTogether(named, read, link, copies);
  const { name, index, onDelete, state } = read;
  return {
    name,
    index,
    onDelete,
    state,
    sides: named,
    link,
    copies,
    referrerPrefix: named.referrer.model.row.encodePrefix({}, 0),
    filled: onDelete === 'clear' ? [...copies.columns, ...link.columns] : copies.columns,
    fingerprint: fingerprintOf(named, read),
  };
}

function checkTogether(
  { source, referrer, fail }: Sides,
  read: ReadDeclaration,
  link: Link,
  copies: Copies,
): void {
  const { index, onDelete } = read;
  if (copies.columns.some((column) => link.columns.includes(column))) {
    fail('a property of the link cannot be a copy as well.');
  }
  const same = source.model === referrer.model;
  if (same && copies.sourceColumns.some((column) => copies.columns.includes(column))) {
    fail('copies are not copied on. Copy from the entity that has the value itself.');
  }
  if (referrer.model.row.encodePrefix({}, 0) === '') {
    fail(
      `the rows of ${referrer.model.name} cannot be told apart from others. Begin '${referrer.model.row.source}' with a literal of its own.`,
    );
  }
  if (index !== undefined && !separate(index, source.model.row.encodePrefix({}, 0))) {
    fail(`the rows under '${index}' could not be told apart from those of ${source.model.name}.`);
  }
  if (onDelete !== 'clear') return;
  if (index !== undefined)
    fail("onDelete: 'clear' needs referrers: 'scan': the index rows would stay behind.");
  const clearable =
    link.properties.length > 0 &&
    link.properties.every((name) => {
      const { stored, inKey, required, computed, makeDefault } = referrer.model.properties.get(name)!;
      return stored && !inKey && !required && !computed && makeDefault === undefined;
    });
  if (!clearable)
    fail(
      "onDelete: 'clear' needs a link that can be cleared: optional, without a default, and no part of a key.",
    );
}

function separate(a: string, b: string): boolean {
  return !a.startsWith(b) && !b.startsWith(a);
}

/** Says what is copied, whatever the order in which it was declared; the state is no part of it. */
function fingerprintOf({ source, referrer }: Sides, { link, copy }: ReadDeclaration): string {
  const sorted = (pairs: ReadDeclaration['link']) => pairs.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const declared = [FORMAT, source.model.row.source, sorted(link), sorted(copy)];
  const versions = [source.model, referrer.model].map(
    ({ upgrades, version = 1 }) => upgrades.size > 0 && version,
  );
  return JSON.stringify(versions.some(Boolean) ? [...declared, versions] : declared);
}
