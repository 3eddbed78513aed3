import type { Effort } from '../measure/effort.js';
import type { Ratio } from '../measure/ratio.js';
import type { Servers } from '../server/servers.js';

/** What a measurement has at hand. */
export interface Bench {
  readonly servers: Servers;
  readonly effort: Effort;
  /** Smaller amounts where amounts are what is measured. */
  readonly quick: boolean;
}

/** A figure that is printed beside the bars. Nothing depends on it. */
export interface Figure {
  readonly name: string;
  readonly value: string;
}

export interface BarResult extends Ratio {
  readonly figures?: readonly Figure[];
}

/** What Tablewright has to keep to: its cost as a share of a peer's. */
export interface Bar {
  readonly name: string;
  readonly peer: string;
  readonly atMost: number;
  /** Checks that all contenders give the same, then measures. */
  measure(bench: Bench): Promise<BarResult>;
}
