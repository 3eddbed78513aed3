import type { RowOperation } from '@tablewright/core';
import { vi } from 'vitest';

/** A protocol that is broken in one place. Made when modules are loaded, for tests alone. */
export interface Mutant {
  readonly name: string;
  /** In which it shows soonest; the general one unless told. */
  readonly scenario?:
    | 'interPartitionIndex'
    | 'madeAgain'
    | 'madeAgainInline'
    | 'movedAndMadeAgain'
    | 'namedWrites';
  /** Puts broken parts in the place of the right ones, for what is imported from now on. */
  breakIt(): void;
}

type Module = Record<string, never>;
type Original<M> = () => Promise<M>;

const SRC = '../../src';

const broken = new Set<string>();

/** Everything is right again, for what is imported from now on. */
export function mend(): void {
  for (const path of broken) vi.doUnmock(path);
  broken.clear();
  vi.resetModules();
}

/** Replaces exports of a module. */
function replacing<M extends object>(
  path: string,
  change: (original: M) => { readonly [K in keyof M]?: M[K] },
): () => void {
  return () => {
    broken.add(path);
    vi.doMock(path, async (load: Original<Module>) => {
      const original = (await load()) as unknown as M;
      return { ...original, ...change(original) };
    });
  };
}

type Outbox = typeof import('../../src/outbox/outbox.js');
type Standing = typeof import('../../src/reconcile/standing.js');
type Together = typeof import('../../src/reconcile/send-together.js');
type Looking = typeof import('../../src/reconcile/look.js');
type Carrying = typeof import('../../src/reconcile/carry-out.js');
type Intents = typeof import('../../src/reconcile/intents.js');
type Guards = typeof import('../../src/rows/guard-row.js');
type IntentRows = typeof import('../../src/rows/intent-row.js');
type Bringing = typeof import('../../src/reconcile/bring-to.js');
type Lifting = typeof import('../../src/reconcile/lift.js');
type Reconciling = typeof import('../../src/reconcile/reconcile.js');
type Inline = typeof import('../../src/outbox/apply-inline.js');
type Marks = typeof import('../../src/rows/marks.js');

const withoutLook = replacing<Bringing>(`${SRC}/reconcile/bring-to.js`, ({ bringTo }) => ({
  bringTo: ({ presence: _, ...target }, wanted, scope, fresh) => bringTo(target, wanted, scope, fresh),
}));

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'no intent: copies are only written by the writer itself',
    breakIt: replacing<Outbox>(`${SRC}/outbox/outbox.js`, ({ QueueOutbox }) => ({
      QueueOutbox: class extends QueueOutbox {
        override record(deferral: Parameters<InstanceType<Outbox['QueueOutbox']>['record']>[0]) {
          const recorded = super.record(deferral);
          // Something harmless in its place, so that everything else goes on.
          const operations = recorded.operations.map(({ row }): RowOperation => {
            return { kind: 'insert', row: { ...row, rowKey: row.rowKey.replace('intent ', 'nothing ') } };
          });
          return { ...recorded, operations };
        }
      } as Outbox['QueueOutbox'],
    })),
  },
  {
    name: 'no version guard: whoever comes last wins',
    breakIt: replacing<Standing>(`${SRC}/reconcile/standing.js`, () => ({
      standingOf: (guard, wanted) => (guard && guard.digest === wanted.digest ? 'there' : 'behind'),
    })),
  },
  {
    name: 'the guard outside the transaction of its rows',
    breakIt: replacing<Together>(`${SRC}/reconcile/send-together.js`, ({ sendTogether }) => ({
      async sendTogether(target, guard, rows, scope) {
        const { store, source, place } = target;
        const plan = {
          kind: 'write',
          entity: source.derivation,
          table: place.table,
          operations: rows,
        } as const;
        if (rows.length > 0) await store.write(plan, scope);
        return sendTogether(target, guard, [], scope);
      },
    })),
  },
  {
    name: 'the entity read before its intents',
    scenario: 'madeAgain',
    breakIt: replacing<Looking>(`${SRC}/reconcile/look.js`, ({ listIntents }) => ({
      async look(known, keys, scope) {
        const { readPrimaryOf } = await import('../../src/reconcile/primary.js');
        const primary = await readPrimaryOf(known, keys, scope);
        return { intents: await listIntents(known, keys, scope), primary };
      },
    })),
  },
  {
    name: 'intents deleted first',
    breakIt: replacing<Carrying>(`${SRC}/reconcile/carry-out.js`, ({ carryOut }) => ({
      async carryOut(known, keys, intents, primary, scope) {
        const { deleteRows } = await import('../../src/reconcile/intents.js');
        await deleteRows(known.context.store, known.context.table, intents, scope);
        return carryOut(known, keys, intents, primary, scope);
      },
    })),
  },
  {
    name: 'intents keyed without the operation',
    breakIt: () => {
      replacing<IntentRows>(`${SRC}/rows/intent-row.js`, ({ intentRow, intentsOfEntity }) => ({
        intentRow: (intent) => ({
          ...intentRow(intent),
          rowKey: `${intentsOfEntity(intent.derivation, intent.row)}latest`,
        }),
      }))();
      replacing<Outbox>(`${SRC}/outbox/outbox.js`, ({ QueueOutbox }) => ({
        QueueOutbox: class extends QueueOutbox {
          override record(deferral: Parameters<InstanceType<Outbox['QueueOutbox']>['record']>[0]) {
            const recorded = super.record(deferral);
            const operations = recorded.operations.map(
              ({ row }): RowOperation => ({ kind: 'upsertReplace', row }),
            );
            return { ...recorded, operations };
          }
        } as Outbox['QueueOutbox'],
      }))();
      replacing<Intents>(`${SRC}/reconcile/intents.js`, ({ deleteRows }) => ({
        deleteRows: (store, table, rows, scope) =>
          deleteRows(
            store,
            table,
            [
              ...new Map(
                rows.map(({ partitionKey, rowKey }) => {
                  const key = rowKey.replace(/[^ ]+$/, 'latest');
                  return [key, { partitionKey, rowKey: key }];
                }),
              ).values(),
            ],
            scope,
          ),
      }))();
    },
  },
  {
    name: 'no lift: a partition that is ahead is taken for done',
    breakIt: replacing<Standing>(`${SRC}/reconcile/standing.js`, ({ standingOf }) => ({
      standingOf: (guard, wanted) => {
        const standing = standingOf(guard, wanted);
        return standing === 'ahead' ? 'there' : standing;
      },
    })),
  },
  {
    name: 'versions of two sources compared',
    breakIt: replacing<Guards>(`${SRC}/rows/guard-row.js`, ({ guardKey, guardRow }) => {
      const shared = (source: Parameters<Guards['guardKey']>[0]) => guardKey({ ...source, rowKey: '' });
      return {
        guardKey: shared,
        guardRow: (partitionKey, source, guard) => ({
          ...guardRow(partitionKey, source, guard),
          rowKey: shared(source),
        }),
      };
    }),
  },
  {
    name: 'a pattern that is not known taken for unwanted',
    breakIt: replacing<Reconciling>(`${SRC}/reconcile/reconcile.js`, ({ reconcile }) => ({
      reconcile: (known, keys, scope, listed) => {
        const fingerprint = listed?.[0]?.fingerprint ?? known.derivation.fingerprint;
        if (fingerprint === known.derivation.fingerprint) return reconcile(known, keys, scope, listed);
        const unwanted = { ...known.derivation, fingerprint, derive: () => [] };
        return reconcile({ ...known, derivation: unwanted }, keys, scope, listed);
      },
    })),
  },
  {
    name: 'no fence where nothing is wanted and nothing is there',
    breakIt: replacing<Bringing>(`${SRC}/reconcile/bring-to.js`, ({ bringTo, readGuardOf }) => ({
      async bringTo(target, wanted, scope, fresh) {
        if (wanted.rows.length === 0 && !(await readGuardOf(target, scope))) return { kind: 'done' };
        return bringTo(target, wanted, scope, fresh);
      },
    })),
  },
  {
    name: 'whoever deletes an entity does not look again before he clears away its rows',
    scenario: 'madeAgainInline',
    breakIt: withoutLook,
  },
  {
    name: 'whoever moves an entity does not look again before he clears away what it has left',
    scenario: 'movedAndMadeAgain',
    breakIt: withoutLook,
  },
  {
    name: 'a writer carries out what he meant to record, although an earlier write of that name took place',
    scenario: 'namedWrites',
    breakIt: replacing<Outbox>(`${SRC}/outbox/outbox.js`, ({ QueueOutbox }) => ({
      QueueOutbox: class extends QueueOutbox {
        override async announce(...told: Parameters<InstanceType<Outbox['QueueOutbox']>['announce']>) {
          const announced = await super.announce(...told);
          return {
            ...announced,
            committed: (...[scope, etagOf]: Parameters<typeof announced.committed>) =>
              announced.committed(scope, (key) => etagOf(key) ?? 'W/"none"'),
          };
        }
      } as Outbox['QueueOutbox'],
    })),
  },
  {
    name: 'a lift without an intent',
    breakIt: replacing<Lifting>(`${SRC}/reconcile/lift.js`, ({ record }) => ({
      async lift(known, keys, seen, above, _place, scope) {
        if (await record(known, seen, above + 1n, [], scope)) {
          const { listIntents } = await import('../../src/reconcile/look.js');
          const { deleteRows } = await import('../../src/reconcile/intents.js');
          await deleteRows(
            known.context.store,
            known.context.table,
            await listIntents(known, keys, scope),
            scope,
          );
        }
      },
    })),
  },
  {
    name: 'a writer that deletes the intents of others with its own',
    breakIt: replacing<Inline>(`${SRC}/outbox/apply-inline.js`, ({ applyInline }) => ({
      async applyInline(change, step, scope) {
        const applied = await applyInline(change, step, scope);
        if (applied) {
          const { listIntents } = await import('../../src/reconcile/look.js');
          const { deleteRows } = await import('../../src/reconcile/intents.js');
          const { context, keys } = change;
          const all = await listIntents({ context, derivation: step.derivation }, keys, scope);
          const others = all.filter(({ operation }) => operation !== change.operation);
          await deleteRows(context.store, context.table, others, scope);
        }
        return applied;
      },
    })),
  },
  {
    name: 'versions by the clock alone',
    breakIt: replacing<Marks>(`${SRC}/rows/marks.js`, () => ({
      nextVersion: (_before, now) => BigInt(Math.trunc(now)),
    })),
  },
];
