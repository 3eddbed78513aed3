import { type Columns, emptyColumns, emptyTypes, type Row, StoredValueError } from '@tablewright/core';

/** What one text column holds, in UTF-16 units. */
const MOST_IN_COLUMN = 32_768;

/** How the ids of a list are kept: as JSON arrays in one column, and as many more as they take. */
export class IdList {
  readonly #column: string;
  readonly #entity: string;

  constructor(column: string, entity: string) {
    this.#column = column;
    this.#entity = entity;
  }

  /** The columns of a row that are lists, in their order. */
  columnsOf(columns: Columns): readonly string[] {
    const names: string[] = [];
    for (let number = 1; this.#name(number) in columns; number++) names.push(this.#name(number));
    return names;
  }

  /** The ids that a row lists, in their order. */
  read(row: Pick<Row, 'columns'>): readonly string[] {
    return this.columnsOf(row.columns).flatMap((column) => this.#parse(column, row.columns[column]));
  }

  /**
   * A row that lists these ids; `undefined` for none. The same ids always make the same row, whatever the order in
   * which they came: so it can be compared with what the entities say.
   */
  write(keys: Pick<Row, 'partitionKey' | 'rowKey'>, ids: Iterable<string>): Row | undefined {
    const sorted = [...ids].sort();
    if (sorted.length === 0) return undefined;
    const columns = emptyColumns();
    const types = emptyTypes();
    let number = 0;
    for (const text of inTexts(sorted)) {
      const name = this.#name(++number);
      columns[name] = text;
      types[name] = 'Edm.String';
    }
    return { partitionKey: keys.partitionKey, rowKey: keys.rowKey, columns, types };
  }

  #name(number: number): string {
    return number === 1 ? this.#column : `${this.#column}${number}`;
  }

  #parse(column: string, cell: unknown): readonly string[] {
    try {
      const ids: unknown = JSON.parse(String(cell));
      if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
    } catch {
      // What it is instead is said below.
    }
    throw new StoredValueError({
      entity: this.#entity,
      property: column,
      column,
      expected: 'a list of ids as a JSON array of texts, which repair() can restore',
    });
  }
}

/** JSON arrays, each as long as a column can be. */
function* inTexts(ids: readonly string[]): Iterable<string> {
  let text = '';
  for (const id of ids) {
    const one = JSON.stringify(id);
    if (text !== '' && text.length + one.length + 2 > MOST_IN_COLUMN) {
      yield `${text}]`;
      text = '';
    }
    text += `${text === '' ? '[' : ','}${one}`;
  }
  yield `${text}]`;
}
