import type { Random } from '../random.js';

/** What could happen next, as a scheduler sees it. */
export interface Choice {
  /** Events are numbered as they come up. */
  readonly order: number;
  /** An actor's name, or that of a request that is on its way without one. */
  readonly thread: string;
  /** `arrival`: the service applies a request. `reply`: the actor sees the answer. `timer`: a sleep ends. */
  readonly kind: 'start' | 'arrival' | 'reply' | 'timer';
}

/** Decides what happens next. One instance serves one simulation. */
export interface Scheduler {
  /** One of the choices, of which there is always one at least. */
  pick<Event extends Choice>(choices: readonly Event[]): Event;
}

/** What a scheduler is made of. */
export interface SchedulerInput {
  readonly random: Random;
  /** About how many events the simulation will have. */
  readonly events: number;
}

/** A way to schedule: make it with `random()`, `priorityChange()` or `roundRobin()`, or write your own. */
export interface Scheduling {
  /** Stands in reports. */
  readonly name: string;
  start(input: SchedulerInput): Scheduler;
}
