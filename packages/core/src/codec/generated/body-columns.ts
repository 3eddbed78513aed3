import type { EdmType } from '../../edm/index.js';
import { ANNOTATED, cellJson, doubleJson } from '../wire-cell.js';
import { isPlain, quote } from '../wire-quote.js';
import { literal } from './literal.js';
import type { Source } from './source.js';

interface Column {
  readonly name: string;
  readonly type: EdmType;
}

/** The text in front of a cell and behind it. */
function frame({ name, type }: Column): { readonly before: string; readonly behind: string } {
  const quoted = quote(name);
  const behind = ANNOTATED.has(type) ? `,${quoted.slice(0, -1)}@odata.type":"${type}"` : '';
  return { before: `${quoted}:`, behind };
}

/**
 * The statements for a row that has all columns, and none of them with anything to escape: one expression, in
 * which the texts between two cells are one text.
 */
export function wholeRow(source: Source, columns: readonly Column[]): readonly string[] {
  if (columns.length === 0) return ['return before;'];
  const cells = columns.map((column) => ({ column, cell: source.fresh('cell') }));
  const tests: string[] = [];
  const pieces: string[] = [];
  let between = '';
  for (const { column, cell } of cells) {
    const { before, behind } = frame(column);
    const mark =
      column.type === 'Edm.Int32' || column.type === 'Edm.Double' || column.type === 'Edm.Boolean' ? '' : '"';
    const carrier = mark ? 'string' : column.type === 'Edm.Boolean' ? 'boolean' : 'number';
    tests.push(`typeof ${cell} === '${carrier}'`, ...(mark ? [`${source.use(isPlain)}(${cell})`] : []));
    const open = between + before + mark;
    pieces.push(
      pieces.length === 0
        ? `(before === '{' ? ${literal(`{${open}`)} : before + ${literal(`,${open}`)})`
        : literal(open),
      column.type === 'Edm.Double' ? `${source.use(doubleJson)}(${cell})` : cell,
    );
    between = `${mark}${behind},`;
  }
  const end = between.slice(0, -1);
  return [
    ...cells.map(({ column, cell }) => `const ${cell} = columns[${literal(column.name)}];`),
    `if (${tests.join(' && ')}) return ${[...pieces, ...(end ? [literal(end)] : [])].join(' + ')};`,
  ];
}

/** The statements that append one column, if the row has it. */
export function someColumn(source: Source, column: Column): readonly string[] {
  const { before, behind } = frame(column);
  const open = `(text === '{' ? ${literal(before)} : ${literal(`,${before}`)})`;
  const close = behind === '' ? '' : ` + ${literal(behind)}`;
  return [
    `cell = columns[${literal(column.name)}];`,
    'if (cell !== undefined) {',
    `text += ${open} + ${source.use(cellJson)}(${literal(column.type)}, cell)${close};`,
    '}',
  ];
}
