import { countByBulk, countByModify, countByUpdate, countTwo } from './count.js';
import { changeOthers, makeOrDelete, makeOrDeleteMany } from './own.js';
import { changeTally, writeShared } from './shared.js';
import type { Writer } from './writer.js';

const WRITES = [
  countByModify,
  countByModify,
  countByUpdate,
  countTwo,
  countByBulk,
  makeOrDelete,
  makeOrDelete,
  makeOrDeleteMany,
  changeOthers,
  writeShared,
  writeShared,
  changeTally,
];

/** One of the things that a process may do. */
export function writeSomething(writer: Writer): Promise<void> {
  return writer.chances.pick(WRITES)(writer);
}
