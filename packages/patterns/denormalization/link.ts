import { type EntityCodec, isTablewrightError, type Row } from '@tablewright/core';
import type { Sides } from './sides.js';

/** How a referrer leads to its source. */
export interface Link {
  /** The properties of the referrer, and the columns of those that have one. */
  readonly properties: readonly string[];
  readonly columns: readonly string[];
  /** The RowKey of the source; `undefined` where a property has no value. Throws for values that no key holds. */
  sourceOf(referrer: Row): string | undefined;
  /** Whether a stored row refers to this source. One whose values no key holds refers to nobody. */
  leadsTo(referrer: Row, rowKey: string): boolean;
}

export function compileLink(sides: Sides, link: readonly (readonly [string, string])[]): Link {
  const { source, referrer, fail } = sides;
  const inPartition = new Set(source.model.partition.variables.map(({ name }) => name));
  const inRow = source.model.row.variables.map(({ name }) => name);
  const asked = inRow.filter((name) => !inPartition.has(name));
  const given = new Map(link);
  const missing = asked.find((name) => !given.has(name));
  if (missing !== undefined) fail(`link needs '${missing}', a part of the RowKey of ${source.model.name}.`);
  for (const [variable, property] of link) {
    if (!asked.includes(variable)) {
      fail(
        `link names '${variable}', which is no variable of the RowKey of ${source.model.name}, or one of its PartitionKey.`,
      );
    }
    checkProperty(sides, variable, property);
  }
  const properties = link.map(([, property]) => property);
  const usesPartition = inRow.some((name) => inPartition.has(name));
  const sourceOf = (row: Row): string | undefined => {
    const values = referrer.templateValues(row, properties);
    if (properties.some((property) => values[property] === undefined)) return undefined;
    const key: Record<string, unknown> = usesPartition ? source.model.partition.decode(row.partitionKey) : {};
    for (const [variable, property] of link) key[variable] = values[property];
    return source.model.row.encode(key);
  };
  return {
    properties,
    columns: columnsOf(referrer, properties),
    sourceOf,
    leadsTo(row, rowKey) {
      try {
        return sourceOf(row) === rowKey;
      } catch (error) {
        if (isTablewrightError(error)) return false;
        throw error;
      }
    },
  };
}

function checkProperty({ source, referrer, fail }: Sides, variable: string, name: string): void {
  const wanted = source.model.properties.get(variable);
  const property = referrer.model.properties.get(name);
  if (!property) fail(`link names '${name}', which is not a mapped property of ${referrer.model.name}.`);
  else if (property.kind !== wanted?.kind) {
    fail(`link: '${name}' is of another type than '${variable}' of ${source.model.name}.`);
  } else if (property.makeDefault !== undefined && !property.constantDefault) {
    fail(
      `link: the default of '${name}' is a function: nobody could tell to whom an old entity refers. Make it optional, without a default.`,
    );
  }
}

function columnsOf({ model }: EntityCodec, properties: readonly string[]): readonly string[] {
  return properties.flatMap((name) => {
    const property = model.properties.get(name)!;
    return property.stored ? [property.column] : [];
  });
}
