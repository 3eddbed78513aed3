import { faultKinds } from '../faults/kinds.js';
import type { FaultPlan } from '../faults/plan.js';

/** Where a process is killed. */
export interface CrashPoint {
  /** Counted from 0. */
  readonly request: number;
  /** Before the request is sent, or after it was applied. */
  readonly when: 'before' | 'after';
}

export function pointsOf(requests: number): CrashPoint[] {
  return Array.from({ length: requests }, (_, request) => request).flatMap((request) => [
    { request, when: 'before' },
    { request, when: 'after' },
  ]);
}

export function sayPoint({ request, when }: CrashPoint): string {
  const detail = when === 'before' ? 'before it was sent' : 'applied, but not acknowledged';
  return `killed at its request ${request + 1} (${detail})`;
}

/** A plan with this one fault. @param before How many requests there were already. */
export function crashAt(
  { request, when }: CrashPoint,
  before: number,
): FaultPlan & { readonly struck: boolean } {
  let struck = false;
  return {
    get struck() {
      return struck;
    },
    faultOf: (number) => {
      if (number !== before + request) return undefined;
      struck = true;
      return when === 'before' ? faultKinds.killedBefore : faultKinds.killedAfter;
    },
  };
}
