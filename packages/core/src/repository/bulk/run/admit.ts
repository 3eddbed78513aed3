import type { Verb } from '../../write/prepared.js';
import type { Pending } from '../pending.js';
import { type OpenItem, prepareItem } from '../prepare-item.js';
import { roughBytes } from '../rough-bytes.js';

/** Those that send the whole entity. */
const WHOLE: ReadonlySet<Verb> = new Set<Verb>(['insert', 'upsert', 'replace']);

/** Prepares an item: all that can be wrong with it by itself turns out here. */
export function admit(open: OpenItem, index: number, item: unknown): Pending {
  const write = prepareItem(open);
  const bytes = roughBytes(open.target) + roughBytes(open.changes);
  return {
    index,
    item,
    write,
    absentIsFine: open.verb === 'delete' && open.guard.force === true,
    bytes,
    leastSent: WHOLE.has(open.verb) ? bytes : 0,
    instance: instanceOf(open),
  };
}

/** The target, if it is an instance of the entity class: writing it leaves a stamp on it. */
export function instanceOf({ context, target }: OpenItem): object | undefined {
  return target instanceof context.model.entity ? target : undefined;
}
