import type { Columns, SharedTypes } from '../../edm/index.js';
import { someColumn, wholeRow } from './body-columns.js';
import { Source } from './source.js';

/**
 * Appends columns as JSON members to what stands before them: an open brace, or the keys behind one.
 * `undefined`: there are columns that the class does not know, or they stand in another order.
 */
export type WriteColumns = (columns: Columns, before: string) => string | undefined;

/** Writes the columns of one class. Their names and annotations are known texts. */
export function generatedBodies({ names, types }: SharedTypes): WriteColumns {
  const source = new Source();
  const known = source.use(names);
  const columns = names.map((name, at) => ({ name, type: types[at]! }));
  return source
    .add(
      'return function write(columns, before) {',
      'let at = 0, count = 0, text = before, cell;',
      'for (const name in columns) {',
      `while (at < ${names.length} && ${known}[at] !== name) at++;`,
      `if (at++ === ${names.length}) return undefined;`,
      'count++;',
      '}',
      `if (count === ${names.length}) {`,
      ...wholeRow(source, columns),
      '}',
      ...columns.flatMap((column) => someColumn(source, column)),
      'return text;',
      '};',
    )
    .compile<WriteColumns>();
}
