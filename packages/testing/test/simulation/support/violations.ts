import { ViolationError } from '../../../src/simulation/index.js';

/** Runs a simulation for each seed; those that went wrong. */
export async function violationsOf(
  run: (seed: number) => Promise<unknown>,
  seeds: number,
): Promise<ViolationError[]> {
  const violations: ViolationError[] = [];
  for (let seed = 0; seed < seeds; seed++) {
    await run(seed).catch((error: unknown) => {
      if (!(error instanceof ViolationError)) throw error;
      violations.push(error);
    });
  }
  return violations;
}
