import { ownStamp } from '../guard.js';
import { putStamp } from '../stamp.js';
import type { EntityChange } from './plan-writes.js';
import type { PreparedWrite } from './prepared.js';

/** Lets the written instance know the outbox's marks on its row: its next write goes on from them. */
export function rememberMarks({ context, entity }: PreparedWrite, change: EntityChange | undefined): void {
  const marks = change?.recorded?.marks;
  const stamp = marks && entity && ownStamp(context, entity);
  if (stamp) putStamp(entity, { ...stamp, raw: { ...stamp.raw, ...marks.columns } });
}
