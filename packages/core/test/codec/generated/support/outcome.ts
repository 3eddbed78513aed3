import { inspect, isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** What a call gives back, or all that can be told of the error that it throws. */
export function outcome(run: () => unknown): unknown {
  try {
    return { value: run() };
  } catch (error) {
    const { name, message, code, details } = error as Error & { code?: unknown; details?: unknown };
    return { error: error?.constructor, name, message, code, details };
  }
}

/** Two ways lead to the same value, or to the same error. */
export function expectSame(one: () => unknown, other: () => unknown): void {
  const [left, right] = [outcome(one), outcome(other)];
  if (!isDeepStrictEqual(left, right)) expect(inspect(left, { depth: 9 })).toBe(inspect(right, { depth: 9 }));
}
