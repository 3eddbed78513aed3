import type { RecordedRequest } from '@tablewright/testing';
import { beforeEach, expect, it } from 'vitest';
import { checkCovered, checkSettled } from '../support/check-rows.js';
import { department, ReferenceProgram } from '../support/reference.js';

const one = { department, id: 1, age: 30, email: '1@x.com' };
const isCommit = ({ path }: RecordedRequest) => path === '$batch';
const deletesIntent = ({ method, path }: RecordedRequest) => method === 'DELETE' && path.includes('intent ');

let program: ReferenceProgram;
let other: ReferenceProgram;

beforeEach(async () => {
  program = new ReferenceProgram();
  other = new ReferenceProgram({}, program.storage);
  await program.storage.rawTable('Staff').createTable();
});

it('an intent that a commit records once more is not deleted with the one that its writer carried out', async () => {
  const { http } = program.storage;
  let commitAgain: () => Promise<unknown> = async () => {};
  http.inject(
    {
      name: 'arrives again later',
      run: ({ send }) => {
        commitAgain = () => send();
        return send();
      },
    },
    { when: isCommit },
  );
  http.inject(
    {
      name: 'arrives twice',
      async run({ send }) {
        const reply = await send();
        await other.employees.delete(one, { force: true });
        await commitAgain();
        expect(program.rows()).toMatchObject({ primaries: [{}], intents: [{}], copies: [] });
        await send();
        return reply;
      },
    },
    { when: deletesIntent },
  );
  await program.employees.insert(one);
  checkCovered(program.rows());
  expect(program.rows().intents).toHaveLength(1);
  await program.outbox.ask({ table: 'Staff', partition: department });
  await program.timed(() => program.worker().drain({ until: 'empty' }));
  checkSettled(program.rows());
  expect(program.rows().copies).toHaveLength(1);
});

it('an intent that was gone when a lost reply was looked into is left to whoever took it', async () => {
  program.storage.http.inject(
    {
      name: 'reply lost, and a worker is faster',
      async run({ send }) {
        await send();
        await other.outbox.ask({ table: 'Staff', partition: department });
        await other.worker().drain();
        throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
      },
    },
    { when: isCommit },
  );
  await program.timed(() => program.employees.insert(one));
  checkSettled(program.rows());
  expect(program.events.map(({ type }) => type)).toEqual(['left']);
});
