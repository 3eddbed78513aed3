import type { Columns, EdmType, SharedTypes } from '../../edm/index.js';
import { ANNOTATED, cellJson } from '../wire-cell.js';
import { isPlain, quote } from '../wire-quote.js';
import { literal } from './literal.js';
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
  return source
    .add(
      'return function write(columns, before) {',
      'let at = 0, text = before, cell;',
      'for (const name in columns) {',
      `while (at < ${names.length} && ${known}[at] !== name) at++;`,
      `if (at++ === ${names.length}) return undefined;`,
      '}',
      ...names.flatMap((name, index) => writeColumn(source, name, types[index]!)),
      'return text;',
      '};',
    )
    .compile<WriteColumns>();
}

function writeColumn(source: Source, name: string, type: EdmType): readonly string[] {
  const quoted = quote(name);
  const annotation = ANNOTATED.has(type) ? `,${quoted.slice(0, -1)}@odata.type":"${type}"` : '';
  const open = (more: string) =>
    `(text.length === 1 ? ${literal(`${quoted}:${more}`)} : ${literal(`,${quoted}:${more}`)})`;
  const written = `${open('')} + ${source.use(cellJson)}(${literal(type)}, cell)`;
  const plain = `${open('"')} + cell + ${literal(`"${annotation}`)}`;
  return [
    `cell = columns[${literal(name)}];`,
    `if (typeof cell === 'string' && ${source.use(isPlain)}(cell)) text += ${plain};`,
    `else if (cell !== undefined) text += ${written}${annotation === '' ? '' : ` + ${literal(annotation)}`};`,
  ];
}
