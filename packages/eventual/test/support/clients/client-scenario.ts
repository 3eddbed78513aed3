import { type ReferenceSnapshot, type ReferenceStorage, referenceStorage } from '@tablewright/testing';
import type { Actor, ActorContext, Scenario } from '@tablewright/testing/simulation';
import { guardWatch } from '../simulated/guard-watch.js';
import { tolerating } from '../simulated/outcomes.js';
import { impatientWorker, type ProgramOptions } from '../simulated/program.js';
import { settle } from '../simulated/settle.js';
import { workerActor } from '../simulated/worker-actor.js';
import { checkClientsCovered, checkClientsSettled } from './check.js';
import { openClients } from './program.js';
import { clientRowsOf } from './rows.js';
import type { Write } from './writes.js';

export interface Situation {
  readonly name: string;
  /** What programs do; one that stands here twice is twice as likely. */
  readonly writes: readonly Write[];
  readonly entities: number;
  /** Milliseconds. */
  readonly clocksApart: number;
  readonly modes: readonly ProgramOptions[];
  /** What is there when they begin; nothing unless told. */
  begin?(storage: ReferenceStorage): Promise<void>;
  /** How many writes a program makes: at least, and at most. */
  readonly writesEach?: readonly [number, number];
  /** Milliseconds that a writer may wait before a write; it does not wait unless told. */
  readonly pauses?: readonly number[];
  /** Milliseconds between two looks of a worker. */
  readonly pollInterval?: number;
  /** Who else is at work. */
  beside?(storage: ReferenceStorage): Company;
}

export interface Company {
  readonly actors: readonly Actor[];
  /** Sees what is stored after every request. */
  watch?(snapshot: ReferenceSnapshot): void;
  /** Others than the library wrote copies, too: nothing covers those. */
  readonly strays?: boolean;
  /** As long as it says so, its own are not right either. */
  damaged?(): boolean;
  /** Before everything settles. */
  finish?(context: ActorContext): Promise<unknown>;
}

/** Several programs write the same clients, workers carry out what follows, and things go wrong. */
export function clientScenario(situation: Situation): Scenario {
  const { name, clocksApart, modes, writesEach = [2, 3], pollInterval = 2_000 } = situation;
  return {
    name,
    demands: { writers: 2, workers: 2, writes: 3, faults: 1 },
    faults: { atMost: 4, clocksApart },
    // There is more to do for four indexes than for one.
    maxEvents: 60_000,
    async build({ random }) {
      const storage = referenceStorage();
      await situation.begin?.(storage);
      const options = random.pick(modes);
      const writers = Array.from({ length: random.between(2, 3) }, () =>
        writer(storage, situation, random.between(...writesEach), options),
      );
      const worker = workerActor((context) => {
        const { outbox, clients } = openClients(storage, context);
        return impatientWorker(outbox, { repositories: [clients], pollInterval });
      });
      const company = situation.beside?.(storage);
      const watchGuards = guardWatch();
      return {
        storage,
        actors: [...writers, worker, worker, ...(company?.actors ?? [])],
        invariant() {
          const snapshot = storage.snapshot();
          if (!company?.damaged?.()) checkClientsCovered(clientRowsOf(snapshot, company?.strays));
          watchGuards(snapshot);
          company?.watch?.(snapshot);
        },
        async settle(context) {
          await company?.finish?.(context);
          const { outbox, clients } = openClients(storage, context);
          await settle(context, outbox, [clients]);
        },
        check: () => checkClientsSettled(clientRowsOf(storage.snapshot())),
      };
    },
  };
}

function writer(
  storage: ReferenceStorage,
  { writes, entities, pauses = [0] }: Situation,
  count: number,
  options: ProgramOptions,
): Actor {
  return {
    role: 'writer',
    async run(context) {
      const { chances, clock } = context;
      const { clients } = openClients(storage, context, options);
      for (let number = 0; number < count; number++) {
        const pause = chances.pick(pauses);
        if (pause > 0) await clock.sleep(pause);
        context.count('writes');
        const write = chances.pick(writes);
        await tolerating(() => write(clients, chances, chances.between(1, entities)));
      }
    },
  };
}
