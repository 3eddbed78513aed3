import { cellOfValue, expectedOf, typeOfValue, ValueError } from '../../codec/index.js';
import { type CellValue, type EdmType, isEdmType } from '../../edm/index.js';
import { describeValue, OptionsError } from '../../errors/index.js';
import { columnNameProblem, RowError, SYSTEM_COLUMN_PREFIX } from '../../limits/index.js';

/** The cell for a new value: of the type asked for, else of the column's own, else of the value's. */
export function chooseCell(
  name: string,
  value: unknown,
  asked: EdmType | undefined,
  own: EdmType | undefined,
): { readonly type: EdmType; readonly value: CellValue } {
  if (asked !== undefined && !isEdmType(asked)) {
    throw new OptionsError('type', "type is one of the service's types, such as 'Edm.Int64'.");
  }
  const type = asked ?? own ?? typeOfValue(value);
  if (type === undefined) throw valueError(name, WITHOUT_TYPE, value);
  const cell = cellOfValue(type, value);
  if (cell === undefined) throw valueError(name, `${expectedOf(type)} (it is an ${type})`, value);
  return { type, value: cell };
}

const WITHOUT_TYPE =
  "text, true or false, a bigint, a Date or a Uint8Array, or a number together with 'Edm.Int32' or 'Edm.Double'";

/** A column that others made may have any name; the library's own columns are not for bags to change. */
export function checkColumnName(name: string, exists: boolean): void {
  if (typeof name !== 'string') throw new OptionsError('name', 'A column is named by a string.');
  if (exists && !name.startsWith(SYSTEM_COLUMN_PREFIX)) return;
  const problem = columnNameProblem(name);
  if (problem) throw new RowError(`PropertyBag: a column name ${problem}.`, name);
}

function valueError(property: string, expected: string, value: unknown): ValueError {
  return new ValueError({ entity: 'PropertyBag', property, expected }, describeValue(value, expected));
}
