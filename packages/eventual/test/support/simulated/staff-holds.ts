import type { ReferenceStorage } from '@tablewright/testing';
import type { Simulated } from '@tablewright/testing/simulation';
import { openProgram } from '../actors.js';
import { checkCovered, checkSettled, rowsOf } from '../check-rows.js';
import { guardWatch } from './guard-watch.js';
import { settle } from './settle.js';

/** What holds of the employees of `staff.ts` after every request, and in the end. */
export function staffHolds(
  storage: ReferenceStorage,
): Required<Pick<Simulated, 'invariant' | 'settle' | 'check'>> {
  const watch = guardWatch();
  return {
    invariant() {
      const snapshot = storage.snapshot();
      checkCovered(rowsOf(snapshot));
      watch(snapshot);
    },
    settle(context) {
      const { outbox, employees } = openProgram(storage, context);
      return settle(context, outbox, [employees]);
    },
    check: () => checkSettled(rowsOf(storage.snapshot())),
  };
}
