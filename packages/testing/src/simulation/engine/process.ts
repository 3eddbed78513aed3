import type { PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';
import type { Actor, ActorClock, ActorContext } from '../actor.js';
import { Random } from '../random.js';
import { Flight } from './flight.js';
import { SimulatedHttpClient } from './http-client.js';
import { Sleeps } from './sleeps.js';
import type { World } from './world.js';

/** A new one each time: one that is shared would hold everything that ever waited for it. */
const never = () => new Promise<never>(() => {});

/** An actor at work: what a process of its own would be. Once it is dead, nothing of it goes on. */
export class SimulatedProcess {
  readonly name: string;
  readonly actor: Actor;
  readonly #world: World;
  readonly #stop = new AbortController();
  readonly #flights = new Set<Flight>();
  readonly #sleeps: Sleeps;
  readonly #context: ActorContext;
  #state: 'waiting' | 'running' | 'ended' | 'dead' = 'waiting';
  failure: { readonly error: unknown } | undefined;

  constructor(world: World, actor: Actor, name: string, seed: number, clockOffset: number) {
    this.#world = world;
    this.actor = actor;
    this.name = name;
    this.#sleeps = new Sleeps(world, name, clockOffset);
    const chances = new Random(seed);
    const clock: ActorClock = {
      now: () => this.#sleeps.now(),
      monotonic: () => world.time.monotonic(),
      sleep: (ms, signal) => (this.dead ? never() : this.#sleeps.sleep(ms, signal)),
    };
    this.#context = {
      name,
      httpClient: new SimulatedHttpClient((request) => this.#send(request)),
      clock,
      random: chances.next,
      newId: chances.newId,
      chances,
      signal: this.#stop.signal,
      count: (what, by) => world.tally.count(what, by),
    };
  }

  get dead(): boolean {
    return this.#state === 'dead';
  }

  /** Whether it neither works nor will. */
  get over(): boolean {
    return this.#state === 'ended' || this.#state === 'dead';
  }

  get stopping(): boolean {
    return this.#stop.signal.aborted;
  }

  start(): void {
    const { agenda, time, trace } = this.#world;
    agenda.add({
      kind: 'start',
      thread: this.name,
      due: time.now(),
      happen: () => {
        if (this.dead) return;
        this.#state = 'running';
        trace.add(this.name, 'starts');
        void this.#run();
      },
    });
  }

  /** Asks it to end. */
  stop(): void {
    this.#stop.abort(new Error(`${this.name} is asked to end.`));
  }

  /** Ends it here and now. What it sent may still arrive, or not. */
  kill(): void {
    if (this.over) return;
    this.#state = 'dead';
    this.#world.trace.add(this.name, 'killed');
    this.#sleeps.forget();
    for (const flight of this.#flights) flight.abandon();
  }

  async #run(): Promise<void> {
    try {
      await this.actor.run(this.#context);
    } catch (error) {
      if (!this.dead) this.failure = { error };
    }
    if (this.dead) return;
    this.#state = 'ended';
    this.#world.trace.add(this.name, this.failure ? 'fails' : 'ends');
  }

  #send(request: PipelineRequest): Promise<PipelineResponse> {
    if (this.dead) return never();
    const flight = new Flight(this.#world, this, request);
    this.#flights.add(flight);
    return flight.answer.finally(() => this.#flights.delete(flight));
  }
}
