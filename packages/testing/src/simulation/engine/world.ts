import type { HttpClient } from '@azure/core-rest-pipeline';
import type { ActorClock } from '../actor.js';
import type { FaultKind } from '../faults/kind.js';
import type { FaultPlan } from '../faults/plan.js';
import type { Random } from '../random.js';
import type { Agenda } from './agenda.js';
import type { Trace } from './trace.js';

/** What all processes of a simulation have in common. */
export interface World {
  readonly service: HttpClient;
  /** The service's time. */
  readonly time: ActorClock;
  /** Whether sleeps are events. They are not where time is real. */
  readonly virtual: boolean;
  readonly agenda: Agenda;
  readonly trace: Trace;
  readonly random: Random;
  readonly tally: Tally;
  plan: FaultPlan;
}

/** Counts what happens. */
export class Tally {
  events = 0;
  requests = 0;
  readonly faults: string[] = [];
  readonly counts: Record<string, number> = {};

  count(what: string, by = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + by;
  }

  fired({ name }: FaultKind): void {
    this.faults.push(name);
  }
}
