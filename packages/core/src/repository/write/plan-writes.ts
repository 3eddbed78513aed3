import { TransactionShapeError } from '../../limits/index.js';
import {
  type Change,
  type Findings,
  type Lookup,
  lookupsOf,
  type PlannedChange,
  planChanges,
  type WritePlan,
} from '../../plan/index.js';
import { ServiceError } from '../../store/index.js';
import { compose } from './compose.js';
import type { Image } from './image.js';
import type { PreparedWrite } from './prepared.js';
import { rewriteRow } from './rewrite-row.js';

/** What some writes do together, worked out over what is stored. */
export interface WorkedOut {
  /** For each write; `undefined`: it has nothing to write. */
  readonly changes: readonly (Change | undefined)[];
  /** One for each entity that is written, whichever and how many writes it takes part in. */
  readonly entities: readonly EntityChange[];
}

export interface EntityChange extends PlannedChange {
  /** The first of the writes that it stands for. */
  readonly item: number;
}

const NOTHING_FOUND: Findings = { found: new Map(), missing: new Set(), owned: new Map() };

/** Each write in its turn, over the rows that were read and what the writes before it leave behind. */
export async function workOut(
  writes: readonly PreparedWrite[],
  images: ReadonlyMap<number, Image | undefined>,
): Promise<WorkedOut> {
  if (writes.length === 1) {
    const change = await writes[0]!.change(images.get(0));
    return { changes: [change], entities: change ? [entityChange(writes[0]!, change, 0)] : [] };
  }
  const byRow = new Map<string, EntityChange | undefined>();
  const changes: (Change | undefined)[] = [];
  for (const [item, write] of writes.entries()) {
    const { partitionKey, rowKey } = write.keys;
    const id = `${partitionKey}\0${rowKey}`;
    const earlier = byRow.get(id);
    const image = earlier ? imageAfter(earlier.change, images.get(item)) : images.get(item);
    const change = await naming(write, item, () => write.change(image));
    changes.push(change);
    if (!change) continue;
    if (!earlier) byRow.set(id, entityChange(write, change, item));
    else {
      const together = await naming(write, item, () => compose(earlier.change, change));
      byRow.set(id, together && { ...earlier, change: together });
    }
  }
  return { changes, entities: [...byRow.values()].filter((entity) => entity !== undefined) };
}

/** The rows that have to be looked up before the plan can be made. */
export function lookups({ entities }: WorkedOut): readonly Lookup[] {
  return entities.some(({ derivations }) => derivations.length > 0) ? lookupsOf(entities) : [];
}

/** The plan that the executor runs. */
export function planWrites(
  writes: readonly PreparedWrite[],
  { entities }: WorkedOut,
  findings: Findings = NOTHING_FOUND,
): WritePlan {
  const { table } = writes[0]!.context;
  const entity = [...new Set(writes.map(({ context }) => context.model.name))].join(', ');
  const only = entities.length === 1 && writes.length === 1 ? entities[0]! : undefined;
  if (only && only.derivations.length === 0) {
    return { kind: 'write', entity, table, operations: [only.change.primary] };
  }
  const { operations, purposes } = planChanges(entities, findings);
  return {
    kind: 'write',
    entity,
    table,
    operations,
    purposes: purposes.map((purpose) => {
      const { item } = entities[purpose.item]!;
      const { context, verb } = writes[item]!;
      return { ...purpose, item, entity: context.model.name, verb };
    }),
  };
}

/** Derivations see rows of older versions as if the present version had written them. */
function entityChange({ context }: PreparedWrite, change: Change, item: number): EntityChange {
  const { codec, patterns } = context;
  const { before } = change;
  return {
    change:
      before && patterns.derivations.length > 0 ? { ...change, before: codec.upgraded(before) } : change,
    derivations: patterns.derivations,
    item,
  };
}

/** What a later write of the same transaction finds. A blind merge is seen through what was read. */
function imageAfter({ primary, after }: Change, read: Image | undefined): Image | undefined {
  if (after) return { ...after, etag: 'ifMatch' in primary ? primary.ifMatch : '*' };
  if (primary.kind !== 'merge' || !read) return undefined;
  return {
    ...rewriteRow(read, { columns: primary.row.columns, removed: [] }, primary.row.types),
    etag: read.etag,
  };
}

/** Says which of several writes cannot be. */
async function naming<T>(write: PreparedWrite, item: number, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TransactionShapeError) throw new TransactionShapeError(error.message, item);
    if (error instanceof ServiceError) throw error.inTransaction(item, write.verb);
    throw error;
  }
}
