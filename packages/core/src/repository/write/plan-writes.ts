import {
  type Change,
  type Findings,
  type Lookup,
  lookupsOf,
  type PlannedChange,
  planChanges,
  type WritePlan,
} from '../../plan/index.js';
import type { Image } from './image.js';
import type { PreparedWrite } from './prepared.js';
import { asOneChange, type Numbered, naming } from './several-writes.js';

/** What some writes do together, worked out over what is stored. */
export interface WorkedOut {
  /** For each write; `undefined`: it has nothing to write. */
  readonly changes: readonly (Change | undefined)[];
  /** One for each entity that is written, whichever and how many writes it takes part in. */
  readonly entities: readonly EntityChange[];
}

export type EntityChange = PlannedChange;

/** The rows that were read, by the number of the write; `null` where there is none. */
export type Images = ReadonlyMap<number, Image | null>;

const NOTHING_FOUND: Findings = { found: new Map(), missing: new Set(), owned: new Map() };

/** What some writes do, over the rows that were read. Several writes of one row become one change. */
export async function workOut(writes: readonly PreparedWrite[], images: Images): Promise<WorkedOut> {
  if (writes.length === 1) {
    const change = await writes[0]!.change(images.get(0));
    return { changes: [change], entities: change ? [entityChange(writes[0]!, change, 0)] : [] };
  }
  const changes = new Array<Change | undefined>(writes.length);
  const entities: EntityChange[] = [];
  for (const group of byRow(writes)) {
    const { write, item } = group[0]!;
    let change: Change | undefined;
    if (group.length === 1) {
      change = changes[item] = await naming(write, item, () => write.change(images.get(item)));
    } else {
      const one = await asOneChange(group, images.get(item) ?? null);
      change = one.change;
      one.each.forEach((each, i) => {
        changes[group[i]!.item] = each;
      });
    }
    if (change) entities.push(entityChange(write, change, item));
  }
  return { changes, entities };
}

/** The writes of each row, in their order. */
export function byRow(writes: readonly PreparedWrite[]): readonly (readonly Numbered[])[] {
  const groups = new Map<string, Numbered[]>();
  writes.forEach((write, item) => {
    const group = groups.get(write.keys.rowKey);
    if (group) group.push({ write, item });
    else groups.set(write.keys.rowKey, [{ write, item }]);
  });
  return [...groups.values()];
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
      const { context, verb } = writes[purpose.item]!;
      return { ...purpose, entity: context.model.name, verb };
    }),
  };
}

/** Derivations see rows of older versions as if the present version had written them, and as they are. */
function entityChange({ context }: PreparedWrite, change: Change, item: number): EntityChange {
  const { codec, model, patterns } = context;
  const { before } = change;
  const upgraded = before && patterns.derivations.length > 0 ? codec.upgraded(before) : before;
  return {
    entity: model.name,
    item,
    change: upgraded === before ? change : { ...change, before: upgraded, asStored: before },
    derivations: patterns.derivations,
  };
}
