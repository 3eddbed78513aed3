import {
  type DefinitionScope,
  type EntityClass,
  type EntityOf,
  type Pattern,
  type RowSplit,
  VERSION_COLUMN,
} from '@tablewright/core';
import { assemble } from './assemble.js';
import { WIDE_COLUMN } from './manifest.js';
import { endOfRows, furtherRowKey, readFurtherRowKey } from './row-keys.js';
import { writeRows } from './write-rows.js';

export interface WideEntityOptions<E = object> {
  /**
   * Properties that the primary row holds, come what may: those that change together with each other, or that
   * other programs look for there. What indexes need is there anyway.
   */
  readonly first?: readonly (keyof E & string)[];
}

/**
 * The wide entities pattern: an entity of more than 252 properties, or of more than 1 MiB, over as many rows as it
 * takes. Its primary row holds what fits, further rows behind it the rest; all of them keep their columns' names and
 * types. An entity that fits one row is stored as without the pattern.
 *
 * Read by one request for its range of rows. Written by one transaction; what is too large for one is stored first
 * under names that nobody reads, and becomes valid with the primary row. A change of some properties writes the rows
 * that hold them, and checks the versions of those.
 *
 * @example
 * ```
 * class Reports extends Repository(Report).with(WideEntity({ first: ['title', 'author'] })) {}
 * ```
 */
export function WideEntity<C extends EntityClass>(
  options: WideEntityOptions<EntityOf<C>> = {},
): Pattern<C, {}, {}> {
  return {
    name: 'WideEntity',
    define: (scope) => ({
      split: splitOf(scope, firstColumns(scope, options)),
      unfit: ({ profile }) =>
        profile === 'cosmos'
          ? 'Cosmos DB lists rows in no order, so that those of an entity would not be together. Keep large values in blobs.'
          : undefined,
    }),
  };
}

function splitOf({ model }: DefinitionScope, first: ReadonlySet<string>): RowSplit {
  const { discriminator } = model;
  const repeated = new Set(discriminator ? [discriminator.column] : []);
  return {
    name: 'WideEntity',
    marks: new Set([WIDE_COLUMN]),
    repeated,
    endOf: endOfRows,
    ownerOf: (rowKey) => readFurtherRowKey(rowKey)?.owner,
    goesOn: (cells) => cells[WIDE_COLUMN] !== undefined && cells[WIDE_COLUMN] !== null,
    assemble,
    write: (change, tools) => writeRows({ first, repeated }, change, tools),
    setOf(rowKey) {
      const { owner, set } = readFurtherRowKey(rowKey)!;
      return { set: `${owner}\0${set}`, first: furtherRowKey(owner, set, 1) };
    },
  };
}

/** The columns that are never in a further row. */
function firstColumns({ model, fail }: DefinitionScope, options: object): ReadonlySet<string> {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    fail("the options are an object: WideEntity({ first: ['title'] }).");
  }
  const unknown = Object.keys(options).find((option) => option !== 'first');
  if (unknown !== undefined) fail(`'${unknown}' is not an option. Use first.`);
  const { first = [] } = options as { readonly first?: unknown };
  if (!Array.isArray(first)) fail('first is an array of property names.');
  const named = (first as readonly unknown[]).map((property) => {
    const found = model.properties.get(property as string);
    return found?.stored
      ? found.column
      : fail(`first names '${String(property)}', which has no column of its own. Leave it out.`);
  });
  const inKeys = model.keyProperties.filter(({ stored }) => stored).map(({ column }) => column);
  return new Set([...Object.keys(model.fixed), VERSION_COLUMN, ...inKeys, ...named]);
}
