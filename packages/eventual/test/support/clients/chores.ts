import { verify } from '@tablewright/core';
import { collect, sweep } from '@tablewright/eventual';
import type { ReferenceStorage } from '@tablewright/testing';
import type { Actor } from '@tablewright/testing/simulation';
import { repeating } from '../simulated/repeating.js';
import { openClients } from './program.js';

/** What the operators of a service do beside its programs. */
export type ChoreOf = (storage: ReferenceStorage) => Actor;

export const sweeping: ChoreOf = (storage) =>
  repeating({
    role: 'sweeper',
    pause: [500, 600_000],
    begin(context) {
      const { outbox, clients } = openClients(storage, context);
      return () => sweep(outbox, { repositories: [clients], olderThan: context.chances.pick([0, 1_000]) });
    },
  });

export const collecting: ChoreOf = (storage) =>
  repeating({
    role: 'collector',
    pause: [500, 3_000_000],
    begin(context) {
      const { outbox, clients } = openClients(storage, context);
      return () => collect(outbox, { repositories: [clients], grace: 3_600_000 });
    },
  });

/** Whatever is not right while others write is on its way: nothing is wrong for good. */
export const verifying: ChoreOf = (storage) =>
  repeating({
    role: 'verifier',
    pause: [10, 1_000],
    begin(context) {
      const { clients } = openClients(storage, context);
      return async () => {
        const { findings } = await verify(clients);
        const wrong = findings.filter(({ kind }) => kind !== 'unsettled');
        if (wrong.length > 0) throw new Error(`verify() found ${JSON.stringify(wrong)}`);
      };
    },
  });
