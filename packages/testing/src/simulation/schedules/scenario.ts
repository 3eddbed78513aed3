import type { FaultOptions } from '../faults/plan.js';
import type { Random } from '../random.js';
import type { Simulated } from '../simulate.js';

/** What a schedule must have in it at least to be counted. */
export interface Demands {
  readonly writers?: number;
  readonly workers?: number;
  /** As the actors count them: `context.count('writes')`. */
  readonly writes?: number;
  /** That fire; 1 unless told. */
  readonly faults?: number;
}

/**
 * A situation to be run under many schedules.
 *
 * @example
 * ```ts
 * export const transfers: Scenario = {
 *   name: 'transfers',
 *   demands: { writers: 2, writes: 4 },
 *   build: ({ random }) => {
 *     const storage = referenceStorage();
 *     return { storage, actors: [writer(storage), writer(storage)], check: () => … };
 *   },
 * };
 * ```
 */
export interface Scenario {
  /** By which the command line picks it. */
  readonly name: string;
  readonly demands?: Demands;
  /** What may go wrong; the defaults of `FaultOptions` unless told. */
  readonly faults?: FaultOptions;
  /** As in the options of a simulation. */
  readonly longestDelay?: number;
  readonly maxEvents?: number;
  /** Made anew for each schedule, with a storage of its own. The seed decides what `random` draws. */
  build(input: ScenarioInput): Simulated | Promise<Simulated>;
}

export interface ScenarioInput {
  readonly random: Random;
}
