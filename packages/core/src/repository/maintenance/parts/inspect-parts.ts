import { isKeyOf } from '../../../keys/index.js';
import type { RowSplit } from '../../../plan/index.js';
import { type TypedPart, typedPart } from '../../split/index.js';
import { sideBySide } from '../side-by-side.js';
import type { Task } from '../task.js';
import { type PartitionRows, primaryPrefix } from '../walk/partition-rows.js';
import { settleParts } from './settle-parts.js';

interface Open {
  readonly owner: string;
  readonly parts: TypedPart[];
}

/**
 * Goes through the entities of a partition that take several rows: whether they have them all, and whether there are
 * rows that belong to none. What agrees costs nothing more.
 */
export async function inspectParts(task: Task, partition: PartitionRows, split: RowSplit): Promise<void> {
  const { partitionKey } = partition;
  let open: Open | undefined;
  for await (const page of partition.rows(task, primaryPrefix(task))) {
    const doubtful: string[] = [];
    for (const row of page) {
      const owner = ownerOf(task, split, row.rowKey);
      if (owner === undefined) continue;
      if (open?.owner !== owner) {
        if (open && isDoubtful(split, open)) doubtful.push(open.owner);
        open = { owner, parts: [] };
      }
      open.parts.push(typedPart(row));
    }
    await settleAll(task, split, partitionKey, doubtful);
  }
  if (open && isDoubtful(split, open)) await settleAll(task, split, partitionKey, [open.owner]);
}

function settleAll(task: Task, split: RowSplit, partitionKey: string, owners: readonly string[]) {
  return sideBySide(task, [...new Set(owners)], (owner, part) =>
    settleParts(part, split, { partitionKey, rowKey: owner }),
  );
}

/** The entity to which a row belongs; `undefined` for rows of other kinds. */
function ownerOf({ context: { model } }: Task, split: RowSplit, rowKey: string): string | undefined {
  const owner = split.ownerOf(rowKey) ?? rowKey;
  return isKeyOf(model.row, owner) ? owner : undefined;
}

function isDoubtful(split: RowSplit, { owner, parts }: Open): boolean {
  const { kind, strays } = split.assemble(owner, parts);
  return kind !== 'whole' || strays.length > 0;
}
