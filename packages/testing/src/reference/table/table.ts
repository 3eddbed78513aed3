import type { Row } from './row.js';

/** Rows of one partition, by key and in order. */
class Partition {
  readonly byKey = new Map<string, Row>();
  readonly rowKeys: string[] = [];
}

/** Which rows a query may have to look at; the borders belong to it. */
export interface KeyRange {
  readonly partitionFrom: string;
  readonly partitionTo: string | undefined;
  readonly rowFrom: string;
  readonly rowTo: string | undefined;
}

/** Where a scan goes on. */
export interface Position {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** The rows of a table, sorted by PartitionKey and RowKey, UTF-16 ordinal. */
export class Table {
  readonly name: string;
  readonly #partitions = new Map<string, Partition>();
  readonly #keys: string[] = [];

  constructor(name: string) {
    this.name = name;
  }

  get(partitionKey: string, rowKey: string): Row | undefined {
    return this.#partitions.get(partitionKey)?.byKey.get(rowKey);
  }

  put(row: Row): void {
    let partition = this.#partitions.get(row.partitionKey);
    if (!partition) {
      partition = new Partition();
      this.#partitions.set(row.partitionKey, partition);
      insertSorted(this.#keys, row.partitionKey);
    }
    if (!partition.byKey.has(row.rowKey)) insertSorted(partition.rowKeys, row.rowKey);
    partition.byKey.set(row.rowKey, row);
  }

  remove({ partitionKey, rowKey }: Position): void {
    const partition = this.#partitions.get(partitionKey);
    if (!partition?.byKey.delete(rowKey)) return;
    partition.rowKeys.splice(lowerBound(partition.rowKeys, rowKey), 1);
    if (partition.rowKeys.length > 0) return;
    this.#partitions.delete(partitionKey);
    this.#keys.splice(lowerBound(this.#keys, partitionKey), 1);
  }

  /**
   * Shows the rows of a range in order, from a position on, until the visitor returns `false`: the row that it was
   * shown then is where the scan goes on.
   */
  scan(
    { partitionFrom, partitionTo, rowFrom, rowTo }: KeyRange,
    start: Position | undefined,
    visit: (row: Row) => boolean,
  ): Position | undefined {
    const first = start && start.partitionKey > partitionFrom ? start.partitionKey : partitionFrom;
    for (let at = lowerBound(this.#keys, first); at < this.#keys.length; at++) {
      const partitionKey = this.#keys[at]!;
      if (partitionTo !== undefined && partitionKey > partitionTo) return undefined;
      const { rowKeys, byKey } = this.#partitions.get(partitionKey)!;
      const resumed = start?.partitionKey === partitionKey && start.rowKey > rowFrom;
      for (
        let index = lowerBound(rowKeys, resumed ? start.rowKey : rowFrom);
        index < rowKeys.length;
        index++
      ) {
        const rowKey = rowKeys[index]!;
        if (rowTo !== undefined && rowKey > rowTo) break;
        if (!visit(byKey.get(rowKey)!)) return { partitionKey, rowKey };
      }
    }
    return undefined;
  }

  /** All rows in order. */
  rows(): Row[] {
    return this.#keys.flatMap((key) => {
      const { rowKeys, byKey } = this.#partitions.get(key)!;
      return rowKeys.map((rowKey) => byKey.get(rowKey)!);
    });
  }
}

/** The first place whose key is not before the given one. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insertSorted(keys: string[], key: string): void {
  // Many programs write in order.
  if (keys.length === 0 || keys[keys.length - 1]! < key) keys.push(key);
  else keys.splice(lowerBound(keys, key), 0, key);
}
