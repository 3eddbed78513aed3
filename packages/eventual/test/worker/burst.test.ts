import { faults, type RecordedRequest } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { checkSettled } from '../support/check-rows.js';
import { department, held, quiet, ReferenceProgram } from '../support/reference.js';

const BURST = 20;

/** Many entities of one partition whose copies are yet to be made, and one message that asks for them. */
async function burst(): Promise<ReferenceProgram> {
  const program = new ReferenceProgram();
  for (let id = 1; id <= BURST; id++) await program.crash(id);
  await program.outbox.ask({ table: 'Staff', partition: department });
  return program;
}

describe('the entities of a partition', () => {
  it('are dealt with side by side: one that takes long does not hold up the others', async () => {
    const program = await burst();
    const slow = held();
    program.storage.http.inject(slow.fault, { when: ({ path }) => path.includes('empid_000001') });
    const drained = program.worker().drain();
    await quiet(200);
    expect(program.rows().copies).toHaveLength(BURST - 1);
    slow.release();
    await drained;
    checkSettled(program.rows());
    expect(program.messages()).toEqual([]);
  });

  it('are dealt with in a few requests at a time', async () => {
    const program = await burst();
    let now = 0;
    let most = 0;
    const count = async (send: () => Promise<never>) => {
      most = Math.max(most, ++now);
      await quiet(1);
      try {
        return await send();
      } finally {
        now -= 1;
      }
    };
    const inTable = ({ path }: RecordedRequest) => path.startsWith('Staff(') || path === '$batch';
    program.storage.http.inject(
      { name: 'counted', run: ({ send }) => count(send as never) },
      { when: inTable, times: Number.POSITIVE_INFINITY },
    );
    await program.worker().drain();
    checkSettled(program.rows());
    expect(most).toBe(8);
  });

  it('whose turn has not come when the time is over are left, and the message with them', async () => {
    const program = await burst();
    program.storage.http.inject(faults.hang(), { when: ({ path }) => path.includes('empid_'), times: 8 });
    await program.timed(() => program.worker({ handleTimeout: 1_000 }).drain());
    expect(program.rows().intents).toHaveLength(BURST);
    expect(program.messages()).toHaveLength(1);
    await program.timed(() => program.worker().drain({ until: 'empty' }));
    checkSettled(program.rows());
  });
});
