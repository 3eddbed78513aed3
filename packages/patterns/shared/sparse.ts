import {
  type CellValue,
  type DefinitionScope,
  isTablewrightError,
  type Row,
  sameCell,
} from '@tablewright/core';
import type { DeclaredConditions } from './declared-conditions.js';

/** Which entities have rows in an index. */
export interface Sparse {
  /** The values that they have, by property. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The same as they are stored. */
  readonly cells: readonly (readonly [property: string, cell: CellValue])[];
  includes(primary: Row): boolean;
}

/** Checks the conditions of a sparse index; `undefined` where there are none. */
export function sparseOf(scope: DefinitionScope, { name, where }: DeclaredConditions): Sparse | undefined {
  if (where.length === 0) return undefined;
  const conditions = where.map(([property, value]) => {
    const cell = wantedCell(scope, `index '${name}': where`, property, value);
    return { property, cell, read: cellReader(scope, property), edm: codecOf(scope, property).model.edm };
  });
  return {
    values: Object.fromEntries(where),
    cells: conditions.map(({ property, cell }) => [property, cell] as const),
    includes: (primary) => conditions.every(({ edm, cell, read }) => sameCell(edm, read(primary), cell)),
  };
}

function wantedCell(scope: DefinitionScope, who: string, property: string, value: unknown): CellValue {
  const codec = scope.codec.property(property);
  if (!codec) return scope.fail(`${who} names '${property}', which is not a mapped property. Correct it.`);
  if (codec.model.kind === 'binary' || codec.model.kind === 'json') {
    return scope.fail(`${who}: '${property}' is ${codec.model.kind}, and cannot be compared. Use another.`);
  }
  if (value === undefined || value === null) {
    return scope.fail(`${who}: '${property}' needs a value to be compared with. Give one, or leave it out.`);
  }
  try {
    return codec.encodePresent(value);
  } catch (error) {
    if (!isTablewrightError(error)) throw error;
    return scope.fail(`${who}: ${error.message}`);
  }
}

/** What a row stores for a property: the key's part for a key property, the default where there is no column. */
function cellReader(scope: DefinitionScope, property: string): (primary: Row) => CellValue | undefined {
  const codec = codecOf(scope, property);
  const { inKey, column, constantDefault } = codec.model;
  if (inKey) {
    return (primary) => {
      const value = scope.codec.templateValues(primary, [property])[property];
      return codec.encodePresent(codec.fromStored(value));
    };
  }
  return ({ columns }) => columns[column] ?? (constantDefault ? codec.encode(undefined) : undefined);
}

function codecOf({ codec }: DefinitionScope, property: string) {
  return codec.property(property)!;
}
