import { repair, TableStore, verify } from '@tablewright/core';
import type { Fault, RecordedRequest } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { expectedRows } from './support/expected.js';
import { byEmail, byTeam, headCount, leaderName, teamList } from './support/patterns.js';
import { open, type PeopleRepository, person } from './support/people.js';
import { rowsOf } from './support/rows.js';

// Somebody else writes at the worst moment.

const storage = useStorage();
let table: string;
let people: PeopleRepository;
/** Past the recorded client, so that no fault hits it. */
let rival: PeopleRepository;
const raw = () => storage.emulator.rawTable(table);
const BONN = { partitionKey: 'Bonn' };
const bonn = { partition: { office: 'Bonn' } } as const;
const key = (id: number) => ({ office: 'Bonn', id });

beforeEach(async () => {
  table = storage.emulator.uniqueName('Rivals');
  const patterns = [byEmail(), byTeam(), headCount(), teamList(), leaderName()];
  people = open(storage.store(), table, ...patterns);
  const { connectionString } = storage.emulator;
  rival = open(TableStore.fromConnectionString(connectionString), table, ...patterns);
  for (let id = 1; id <= 3; id++) await rival.insert(person(id, { team: 'red' }));
});

interface Acts {
  readonly before?: () => Promise<unknown>;
  readonly after?: () => Promise<unknown>;
}

/** Does something right before a request leaves, or right after it was answered; once, when some have passed. */
function meanwhile(when: (request: RecordedRequest) => boolean, acts: Acts, passing = 0) {
  const fault: Fault = {
    name: 'meanwhile',
    async run({ send }) {
      await acts.before?.();
      const reply = await send();
      await acts.after?.();
      return reply;
    },
  };
  return storage.emulator.http.inject(fault, { when, after: passing });
}

const transaction = ({ path }: RecordedRequest) => path === '$batch';
const write = ({ method, path }: RecordedRequest) => method !== 'GET' || path === '$batch';
const listing =
  (prefix: string) =>
  ({ operation }: RecordedRequest) =>
    operation.includes(`RowKey ge '${prefix}`);
const reading =
  (rowKey: string) =>
  ({ operation }: RecordedRequest) =>
    operation.includes(`RowKey='${rowKey}')`);

async function expectRight() {
  const rows = await rowsOf(storage.emulator, table);
  expect(rows).toEqual(expectedRows(rows));
}

describe('repair', () => {
  it('does not put in a row that the entity no longer wants', async () => {
    await raw().deleteEntity('Bonn', 'email_p1@contoso.com');
    const race = meanwhile(transaction, { before: () => rival.update(key(1), { email: 'new@contoso.com' }) });
    const report = await repair(people);
    expect(race.fired).toBe(1);
    expect(report).toMatchObject({ clean: true, mended: { missing: 0 } });
    expect((await rival.get(key(1)))?.email).toBe('new@contoso.com');
    await expectRight();
  });

  it('mends an entity that was changed otherwise', async () => {
    await raw().deleteEntity('Bonn', 'email_p1@contoso.com');
    const race = meanwhile(transaction, { before: () => rival.update(key(1), { team: 'blue' }) });
    expect((await repair(people)).clean).toBe(true);
    expect(race.fired).toBe(1);
    await expectRight();
  });

  it('does not write over a row that was put right meanwhile', async () => {
    const rowKey = 'email_p1@contoso.com';
    await raw().updateEntity({ ...BONN, rowKey, team: 'wrong' }, 'Merge');
    const race = meanwhile(transaction, {
      before: () => raw().updateEntity({ ...BONN, rowKey, team: 'red' }, 'Merge'),
    });
    expect(await repair(people)).toMatchObject({ clean: true, mended: { stale: 0 } });
    expect(race.fired).toBe(1);
    await expectRight();
  });

  it('does not delete a stray that somebody comes to own', async () => {
    const stray = { ...BONN, rowKey: 'team_red_person_000009', owner: 'person_000009', email: '' };
    await raw().createEntity(stray);
    const race = meanwhile(write, { before: () => rival.insert(person(9, { team: 'red' })) });
    expect(await repair(people)).toMatchObject({ mended: { stray: 0 } });
    expect(race.fired).toBe(1);
    await expectRight();
  });

  it('does not delete a unique stray that its own entity takes over', async () => {
    const stray = { ...BONN, rowKey: 'email_p9@contoso.com', owner: 'person_000009', team: '' };
    await raw().createEntity(stray);
    const race = meanwhile(write, { before: () => rival.insert(person(9)) });
    expect(await repair(people)).toMatchObject({ mended: { stray: 0 } });
    expect(race.fired).toBe(1);
    await expectRight();
  });

  it('does not undo a count that grew', async () => {
    await raw().updateEntity({ ...BONN, rowKey: 'count_all', Count: 50 }, 'Merge');
    const race = meanwhile(write, { before: () => rival.insert(person(9)) });
    expect(await repair(people)).toMatchObject({ clean: true, mended: { stale: 1 } });
    expect(race.fired).toBe(1);
    await expectRight();
  });

  it('notices changes that left a wrong shared row as it was', async () => {
    // The list lacks 1, so that his leaving changes nothing in it.
    await raw().updateEntity({ ...BONN, rowKey: 'list_red', members: 'person_000002' }, 'Merge');
    const race = meanwhile(write, { before: () => rival.update(key(1), { team: null }) });
    expect(await repair(people)).toMatchObject({ clean: true, mended: { stale: 1 } });
    expect(race.fired).toBe(1);
    await expectRight();
  });

  it('notices changes while a shared row was missing', async () => {
    await raw().deleteEntity('Bonn', 'count_all');
    const race = meanwhile(write, { before: () => rival.delete(key(1), { force: true }) });
    expect(await repair(people)).toMatchObject({ clean: true, mended: { missing: 1 } });
    expect(race.fired).toBe(1);
    await expectRight();
  });

  it('gives an entity the copy of a source that changes meanwhile', async () => {
    await rival.insert(person(5, { leader: 1 }));
    await raw().updateEntity({ ...BONN, rowKey: 'person_000005', leaderEmail: 'wrong' }, 'Merge');
    const race = meanwhile(transaction, { before: () => rival.update(key(1), { email: 'new@contoso.com' }) });
    expect(await repair(people)).toMatchObject({ clean: true, mended: { stale: 1 } });
    expect(race.fired).toBe(1);
    expect((await rival.get(key(5)))?.leaderEmail).toBe('new@contoso.com');
  });
});

describe('a writer', () => {
  it('takes away the row that a rebuild gave an old entity meanwhile', async () => {
    // As old as before there were addresses: its row is not there when the writer first tries to move it.
    await raw().deleteEntity('Bonn', 'email_p1@contoso.com');
    const race = meanwhile(transaction, { before: () => repair(rival) }, 1);
    await people.update(key(1), { email: 'new@contoso.com' });
    expect(race.fired).toBe(1);
    await expectRight();
  });
});

describe('verify', () => {
  it('knows an entity that came after its rows were listed', async () => {
    const race = meanwhile(listing('person_'), { before: () => rival.insert(person(9, { team: 'red' })) });
    expect(await verify(people, bonn)).toMatchObject({ clean: true, scanned: 4 });
    expect(race.fired).toBe(1);
  });

  it('knows an entity that went after its rows were listed', async () => {
    const race = meanwhile(listing('person_'), { before: () => rival.delete(key(1), { force: true }) });
    expect(await verify(people, bonn)).toMatchObject({ clean: true, scanned: 2 });
    expect(race.fired).toBe(1);
  });

  it('does not take a row that moves while it is looked at for a missing one', async () => {
    await raw().deleteEntity('Bonn', 'email_p1@contoso.com');
    const race = meanwhile(reading('email_p1@contoso.com'), {
      before: () => rival.update(key(1), { email: 'new@contoso.com' }),
    });
    expect((await verify(people)).findings).toEqual([]);
    expect(race.fired).toBe(1);
  });

  it('does not take a row that goes while it is looked at for a stray', async () => {
    const stray = { ...BONN, rowKey: 'team_red_person_000009', owner: 'person_000009', email: '' };
    await raw().createEntity(stray);
    const race = meanwhile(reading('person_000009'), {
      before: () => raw().deleteEntity('Bonn', stray.rowKey),
    });
    expect((await verify(people)).findings).toEqual([]);
    expect(race.fired).toBe(1);
  });

  it('does not take a shared row that came and went for a missing one', async () => {
    const only = { partition: { office: 'Kiel' }, derivations: ['headCount'] } as const;
    const race = meanwhile(listing('person_'), {
      before: () => rival.insert(person(1, { office: 'Kiel' })),
      after: () => rival.delete({ office: 'Kiel', id: 1 }, { force: true }),
    });
    expect(await verify(people, only)).toMatchObject({ clean: true });
    expect(race.fired).toBe(1);
  });

  it('does not compare a count with entities of another moment', async () => {
    const race = meanwhile(listing('person_'), { after: () => rival.insert(person(9)) });
    expect(await verify(people, { ...bonn, derivations: ['headCount'] })).toMatchObject({ clean: true });
    expect(race.fired).toBe(1);
  });

  it('does not take a copy that is renewed while it is looked at for an old one', async () => {
    await rival.insert(person(5, { leader: 1 }));
    await raw().updateEntity({ ...BONN, rowKey: 'person_000005', leaderEmail: 'wrong' }, 'Merge');
    const renewed = { before: () => rival.update(key(5), { team: 'blue' }) };
    // The first read of the source is for the page, the second one for the entity that looked wrong.
    const race = meanwhile(reading('person_000001'), renewed, 1);
    expect((await verify(people, { derivations: ['leaderName'] })).findings).toEqual([]);
    expect(race.fired).toBe(1);
  });

  it('is not fooled by pages of two moments that seem to agree', async () => {
    await raw().updateEntity({ ...BONN, rowKey: 'count_all', Count: 4 }, 'Merge');
    const second = ({ operation }: RecordedRequest) => operation.includes('NextPartitionKey=');
    const race = meanwhile(second, { before: () => rival.insert(person(9)) });
    const report = await verify(people, { derivations: ['headCount'], pageSize: 2 });
    expect(race.fired).toBe(1);
    expect(report.findings).toMatchObject([{ kind: 'stale', rowKey: 'count_all' }]);
  });

  it('says so when it never gets a quiet moment', async () => {
    let id = 100;
    await raw().updateEntity({ ...BONN, rowKey: 'count_all', Count: 50 }, 'Merge');
    const restless: Fault = {
      name: 'restless',
      async run({ send }) {
        await rival.insert(person(id++));
        return send();
      },
    };
    const clock = { now: Date.now, monotonic: () => performance.now(), sleep: async () => {} };
    const hurried = open(storage.store({ clock }), table, headCount());
    storage.emulator.http.inject(restless, { when: listing('person_'), times: Number.POSITIVE_INFINITY });
    const report = await verify(hurried, bonn);
    expect(report.findings).toMatchObject([{ kind: 'unsettled', rowKey: 'count_all' }]);
  });
});
