import type { Random } from '../random.js';
import type { FaultKind, HitRequest } from './kind.js';
import { faultKinds } from './kinds.js';

/** Which requests go wrong, and how. */
export interface FaultPlan {
  /** The fault for a request; `number` counts the requests of all actors from 0. */
  faultOf(number: number, hit: () => HitRequest, mayDie: boolean): FaultKind | undefined;
}

/** How much goes wrong in one simulation. */
export interface FaultOptions {
  /** At most so many faults; 3 unless told. */
  readonly atMost?: number;
  /** At least so many are planned; 1 unless told. They fire if there are as many requests as expected. */
  readonly atLeast?: number;
  /** Which faults; all of `faultKinds` unless told. One that stands here twice is twice as likely. */
  readonly kinds?: readonly FaultKind[];
  /** The actors' clocks are up to so many milliseconds ahead of or behind the service's; 0 unless told. */
  readonly clocksApart?: number;
}

export const NO_FAULTS: FaultPlan = { faultOf: () => undefined };

/** Draws the moments of the faults beforehand; which fault it is shows when the request is known. */
export function drawFaults(options: FaultOptions, random: Random, requests: number): FaultPlan {
  const { atMost = 3, atLeast = Math.min(1, atMost), kinds = Object.values(faultKinds) } = options;
  let due = Array.from({ length: random.between(atLeast, atMost) }, () => random.below(requests)).sort(
    (one, other) => one - other,
  );
  return {
    faultOf: (number, hit, mayDie) => {
      if (due[0] === undefined || number < due[0]) return undefined;
      const possible = kinds.filter((kind: FaultKind) => {
        if (kind.kills && !mayDie) return false;
        return kind.applies?.(hit()) ?? true;
      });
      // Nothing can go wrong with this one: the next request is hit instead.
      if (possible.length === 0) return undefined;
      due = due.slice(1);
      return random.pick(possible);
    },
  };
}
