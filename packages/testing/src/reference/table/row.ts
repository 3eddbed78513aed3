import { type Cell, cellJson, isAnnotated } from './edm.js';

/** How much a reply tells about types. */
export type Metadata = 'none' | 'minimal' | 'full';

/** One entity, never changed: a write puts another in its place. */
export class Row {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly timestamp: string;
  readonly cells: ReadonlyMap<string, Cell>;
  /** The size may be this at most; the exact one is counted only where it matters. */
  readonly sizeBound: number;
  #plain: string | undefined;
  #minimal: string | undefined;

  constructor(
    partitionKey: string,
    rowKey: string,
    timestamp: string,
    cells: ReadonlyMap<string, Cell>,
    sizeBound: number,
  ) {
    this.partitionKey = partitionKey;
    this.rowKey = rowKey;
    this.timestamp = timestamp;
    this.cells = cells;
    this.sizeBound = sizeBound;
  }

  /** The Timestamp, escaped. */
  get etag(): string {
    return `W/"datetime'${this.timestamp.replaceAll(':', '%3A')}'"`;
  }

  cell(name: string): Cell | undefined {
    switch (name) {
      case 'PartitionKey':
        return { type: 'Edm.String', value: this.partitionKey };
      case 'RowKey':
        return { type: 'Edm.String', value: this.rowKey };
      case 'Timestamp':
        return { type: 'Edm.DateTime', value: this.timestamp };
      default:
        return this.cells.get(name);
    }
  }

  /** All properties as JSON members, without braces. Kept, since rows are read more often than written. */
  members(metadata: Metadata): string {
    if (metadata === 'none') {
      this.#plain ??= this.#members(false);
      return this.#plain;
    }
    this.#minimal ??= this.#members(true);
    return this.#minimal;
  }

  #members(annotated: boolean): string {
    let text =
      `"PartitionKey":${JSON.stringify(this.partitionKey)},"RowKey":${JSON.stringify(this.rowKey)},` +
      `"Timestamp":"${this.timestamp}"`;
    for (const [name, cell] of this.cells) text += `,${member(name, cell, annotated)}`;
    return text;
  }
}

export function member(name: string, cell: Cell, annotated: boolean): string {
  const key = JSON.stringify(name);
  const value = `${key}:${cellJson(cell)}`;
  if (!annotated || !isAnnotated(cell)) return value;
  return `${key.slice(0, -1)}@odata.type":"${cell.type}",${value}`;
}
