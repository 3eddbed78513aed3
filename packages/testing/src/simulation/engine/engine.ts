import { realClock } from '../../clock/real-clock.js';
import type { VirtualClock } from '../../clock/virtual-clock.js';
import type { Actor } from '../actor.js';
import { type FaultPlan, NO_FAULTS } from '../faults/plan.js';
import { Random, seedOf } from '../random.js';
import type { Scheduler } from '../schedulers/scheduler.js';
import type { SimulatedStorage } from '../storage.js';
import { Agenda } from './agenda.js';
import { SimulatedProcess } from './process.js';
import { comesTrue, quiet } from './quiet.js';
import { Trace } from './trace.js';
import { Tally, type World } from './world.js';

/** How a simulation runs, whatever its actors do. */
export interface EngineOptions {
  readonly seed: number;
  readonly storage: SimulatedStorage;
  /** Milliseconds for which anything is held up at most while time passes for others. */
  readonly longestDelay?: number | undefined;
  /** So many events are taken for a loop without end. */
  readonly maxEvents?: number | undefined;
  /** The actors' clocks differ from the service's by up to so many milliseconds. */
  readonly clocksApart?: number | undefined;
  /** Looks at what is stored after every event; throws if something is wrong. */
  readonly invariant?: (() => void | Promise<void>) | undefined;
}

/** A part of a simulation: it ends when its actors have ended and nothing of theirs is on its way. */
export interface Phase {
  readonly actors: readonly Actor[];
  readonly scheduler: Scheduler;
  readonly plan?: FaultPlan;
}

/** What real work may take while no simulated event is left: loading a module, say; or everything, in real time. */
const REAL_WORK_MS = 5_000;
const REAL_TIME_MS = 120_000;

/** Lets processes run, one event at a time. */
export class Engine {
  readonly trace: Trace;
  readonly tally = new Tally();
  readonly #options: EngineOptions;
  readonly #clock: VirtualClock | undefined;
  readonly #world: World;
  readonly #chances: Random;
  #processes: SimulatedProcess[] = [];
  #started = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
    const { seed, storage, longestDelay = 30_000 } = options;
    const { service, clock } = storage;
    const time = clock ?? realClock;
    const start = time.monotonic();
    this.#clock = clock;
    this.trace = new Trace(() => time.monotonic() - start);
    this.#chances = new Random(seedOf(seed, 'clocks'));
    this.#world = {
      service,
      time,
      virtual: clock !== undefined,
      agenda: new Agenda(longestDelay),
      trace: this.trace,
      random: new Random(seedOf(seed, 'network')),
      tally: this.tally,
      plan: NO_FAULTS,
    };
  }

  /** Runs the actors to their end, and throws if one of them fails. Those that were killed have ended, too. */
  async run({ actors, scheduler, plan = NO_FAULTS }: Phase): Promise<void> {
    const { agenda } = this.#world;
    this.#world.plan = plan;
    this.#processes = [];
    for (const actor of actors) this.#start(actor, this.#nameOf(actor));
    try {
      while (await this.#goesOn()) await this.#step(scheduler);
    } finally {
      for (const process of this.#processes) process.kill();
      agenda.clearTimers();
    }
  }

  async #step(scheduler: Scheduler): Promise<void> {
    const { agenda, time } = this.#world;
    const choices = agenda.choices(time.now(), this.tally.events);
    if (choices.length === 0) return this.#waitForReality();
    const event = scheduler.pick(choices);
    agenda.remove(event);
    this.tally.events++;
    const ahead = event.due - time.now();
    if (ahead > 0) this.#clock?.advance(ahead);
    await event.happen();
    this.#restartTheDead();
    await quiet();
    const failed = this.#processes.find(({ failure }) => failure !== undefined);
    if (failed)
      throw new Error(`${failed.name} failed: ${failed.failure?.error}`, { cause: failed.failure?.error });
    await this.#options.invariant?.();
  }

  async #goesOn(): Promise<boolean> {
    const { maxEvents = 20_000 } = this.#options;
    if (this.tally.events >= maxEvents) {
      throw new Error(
        `No end after ${maxEvents} events: ${this.#unfinished()}. Is there a loop without an end?`,
      );
    }
    const working = this.#processes.filter(({ over }) => !over);
    // One that was killed while it was to stop may have been started anew.
    const untold = working.filter(({ stopping }) => !stopping);
    if (untold.length > 0 && working.every(({ actor }) => actor.background)) {
      for (const process of untold) process.stop();
      await quiet();
      // They may have ended at once.
      return this.#goesOn();
    }
    return working.length > 0 || this.#world.agenda.busy;
  }

  /** Nothing simulated can happen: something real must be under way, or all wait for each other. */
  async #waitForReality(): Promise<void> {
    const { agenda, time } = this.#world;
    const unfinished = this.#unfinished();
    const somethingCame = () =>
      agenda.choices(time.now(), this.tally.events).length > 0 || this.#unfinished() !== unfinished;
    if (await comesTrue(somethingCame, this.#clock ? REAL_WORK_MS : REAL_TIME_MS)) return;
    throw new Error(`Nothing can happen any more, but these have not ended: ${unfinished}.`);
  }

  #unfinished(): string {
    return this.#processes
      .filter(({ over }) => !over)
      .map(({ name }) => name)
      .join(', ');
  }

  #restartTheDead(): void {
    const mourned = this.#processes.filter(({ dead, actor }) => dead && actor.restarts);
    if (mourned.length === 0) return;
    this.#processes = this.#processes.filter((process) => !mourned.includes(process));
    for (const { actor, name } of mourned) this.#start(actor, `${name}'`);
  }

  #start(actor: Actor, name: string): void {
    const { seed, clocksApart = 0 } = this.#options;
    const offset = clocksApart && this.#chances.between(-clocksApart, clocksApart);
    const process = new SimulatedProcess(
      this.#world,
      actor,
      name,
      seedOf(seed, name, this.#started++),
      offset,
    );
    this.#processes.push(process);
    process.start();
  }

  #nameOf({ name, role }: Actor): string {
    if (name !== undefined) return name;
    const taken = this.#processes.filter(({ actor }) => actor.role === role).length;
    return `${role} ${taken + 1}`;
  }
}
