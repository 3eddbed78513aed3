import { expect, it } from 'vitest';
import { department, early, ReferenceProgram } from '../support/reference.js';

it('an instance that nobody else wrote can be written, though a worker gave its row another version', async () => {
  const program = new ReferenceProgram();
  const { employees, storage } = program;
  await early(program).insert({ department, id: 1, age: 30 });
  await early(program).delete({ department, id: 1 }, { force: true });
  storage.clock.advance(1_000);
  const mine = await program.timed(() => employees.insert({ department, id: 1, age: 30 }));
  await program.timed(() => program.worker().drain({ until: 'empty' }));
  await program.timed(() => employees.update(mine, { email: '2@x.com' }));
  expect((await employees.getOrThrow({ department, id: 1 })).email).toBe('2@x.com');
});
