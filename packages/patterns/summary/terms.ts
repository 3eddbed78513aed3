import { type CellValue, type DefinitionScope, type EdmType, ValueError } from '@tablewright/core';
import type { ReadSummary } from './read-declarations.js';

/** One of the sums of a summary. */
export interface Term {
  readonly property: string;
  /** The column of the entity. */
  readonly column: string;
  /** The column of the summary, an Int64. */
  readonly total: string;
  /** How many digits behind the point the total has. */
  readonly digits: number;
  /** What a stored value adds. */
  read(cell: CellValue): bigint;
}

/** The sums of a summary, checked against the entity. */
export function termsOf(
  scope: DefinitionScope,
  { name, sum, decimals }: Pick<ReadSummary, 'name' | 'sum' | 'decimals'>,
): readonly Term[] {
  const fail = (problem: string) => scope.fail(`'${name}': ${problem}`);
  const declared = [...sum.map((property) => [property, undefined] as const), ...decimals];
  return declared.map(([property, digits], at) => {
    const found = scope.model.properties.get(property);
    if (!found) return fail(`'${property}' is not a mapped property. Correct it.`);
    if (!found.stored) return fail(`'${property}' has no column of its own. Add up another property.`);
    if (declared.findIndex(([other]) => other === property) !== at) {
      return fail(`'${property}' is in sum and in decimals. Leave one out.`);
    }
    if (found.makeDefault !== undefined && !found.constantDefault) {
      return fail(
        `the default of '${property}' is a function. Make it optional, or give a constant default.`,
      );
    }
    const read =
      digits === undefined ? wholeReader(found.edm) : decimalReader(scope, found.edm, property, digits);
    if (!read) {
      return fail(
        digits === undefined
          ? `'${property}' is ${found.edm}: only Int32 and Int64 are added up. For doubles: decimals: { ${property}: 2 }.`
          : `'${property}' is ${found.edm}: decimals are doubles. Put it into sum.`,
      );
    }
    return { property, column: found.column, total: `Sum_${property}`, digits: digits ?? 0, read };
  });
}

function wholeReader(edm: EdmType): Term['read'] | undefined {
  return edm === 'Edm.Int32' || edm === 'Edm.Int64' ? (cell) => BigInt(cell as string | number) : undefined;
}

/** Doubles as whole numbers of their last digit: added up like this, nothing is ever rounded. */
function decimalReader(
  { model }: DefinitionScope,
  edm: EdmType,
  property: string,
  digits: number,
): Term['read'] | undefined {
  if (edm !== 'Edm.Double') return undefined;
  return (cell) => {
    const value = Number(cell);
    const text = value.toFixed(digits);
    if (Number(text) === value && /^-?[\d.]+$/.test(text)) return BigInt(text.replace('.', ''));
    const expected = `a number of at most ${digits} digits behind the point, because it is added up`;
    throw new ValueError({ entity: model.name, property, expected }, 'another one');
  };
}
