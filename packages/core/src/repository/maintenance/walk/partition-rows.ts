import type { StoredRow } from '../../../edm/index.js';
import { SYSTEM_PREFIX } from '../../../keys/index.js';
import { nextKeyAfter, scanRows } from '../../../plan/index.js';
import { pagesOf } from '../rows/read.js';
import type { Task } from '../task.js';

/** The rows of one partition, page by page, by how their keys begin. */
export interface PartitionRows {
  readonly partitionKey: string;
  /** All its rows came with one page: the service reads one partition as it was at one moment. */
  readonly atOnce: boolean;
  rows(task: Task, prefix: string): AsyncIterable<readonly StoredRow[]>;
}

/** A partition that is read from the table whenever it is asked for: 1 request for each page. */
export function storedPartition(partitionKey: string): PartitionRows {
  return {
    partitionKey,
    atOnce: false,
    rows: (task, prefix) => {
      const { model, table } = task.context;
      const to = prefix === '' ? SYSTEM_PREFIX : nextKeyAfter(prefix);
      return pagesOf(task, scanRows({ entity: model.name, table, partitionKey, from: prefix, to }));
    },
  };
}

/** A partition that was read already. */
export function heldPartition(
  partitionKey: string,
  held: readonly StoredRow[],
  atOnce: boolean,
): PartitionRows {
  return {
    partitionKey,
    atOnce,
    async *rows(_, prefix) {
      yield held.filter(({ rowKey }) => rowKey.startsWith(prefix) && !rowKey.startsWith(SYSTEM_PREFIX));
    },
  };
}

/** The literal with which the row keys of the entity begin. */
export function primaryPrefix({ context: { model } }: Task): string {
  return model.row.encodePrefix({}, 0);
}
