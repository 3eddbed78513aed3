import { type Finding, findings, repair, verify } from '@tablewright/core';
import type { Fault } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { People, Plain, person } from './support/people.js';
import { rowsOf } from './support/rows.js';

const storage = useStorage();
let people: People;
let table: string;
const raw = () => storage.emulator.rawTable(table);
const BONN = { partitionKey: 'Bonn' };

beforeEach(async () => {
  table = storage.emulator.uniqueName('Damage');
  people = new People(storage.store(), { table });
  await people.insert(person(1, { team: 'red' }));
  await people.insert(person(2, { team: 'red', leader: 1 }));
  await people.insert(person(3, { team: 'blue', leader: 1 }));
  await people.insert(person(4, { office: 'Rome', team: 'red' }));
});

const damages: Record<string, readonly [damage: () => Promise<unknown>, ...expected: Partial<Finding>[]]> = {
  'a lost row': [
    () => raw().deleteEntity('Bonn', 'email_p2@contoso.com'),
    { kind: 'missing', derivation: 'byEmail', rowKey: 'email_p2@contoso.com', primary: 'person_000002' },
  ],
  'a changed column': [
    () => raw().updateEntity({ ...BONN, rowKey: 'team_red_person_000001', email: 'x' }, 'Merge'),
    { kind: 'stale', derivation: 'byTeam', rowKey: 'team_red_person_000001', primary: 'person_000001' },
  ],
  'an additional column': [
    () => raw().updateEntity({ ...BONN, rowKey: 'team_red_person_000001', more: 1 }, 'Merge'),
    { kind: 'stale', derivation: 'byTeam', rowKey: 'team_red_person_000001' },
  ],
  'a column of another type': [
    () =>
      raw().updateEntity({ ...BONN, rowKey: 'count_all', Count: { type: 'Int64', value: '3' } }, 'Replace'),
    { kind: 'stale', derivation: 'headCount', rowKey: 'count_all' },
  ],
  'a row of an entity that never was': [
    () => raw().createEntity({ ...BONN, rowKey: 'email_ghost', owner: 'person_000099', team: '' }),
    { kind: 'stray', derivation: 'byEmail', rowKey: 'email_ghost', primary: 'person_000099' },
  ],
  'a row of an entity that derives another': [
    () =>
      raw().createEntity({ ...BONN, rowKey: 'team_old_person_000001', owner: 'person_000001', email: '' }),
    { kind: 'stray', derivation: 'byTeam', rowKey: 'team_old_person_000001', primary: 'person_000001' },
  ],
  'a unique row that lost its owner': [
    () => raw().updateEntity({ ...BONN, rowKey: 'email_p1@contoso.com', team: 'red' }, 'Replace'),
    { kind: 'stale', derivation: 'byEmail', rowKey: 'email_p1@contoso.com', primary: 'person_000001' },
  ],
  'a unique row that names a dead owner': [
    () => raw().updateEntity({ ...BONN, rowKey: 'email_p1@contoso.com', owner: 'person_000098' }, 'Merge'),
    { kind: 'stale', derivation: 'byEmail', rowKey: 'email_p1@contoso.com', primary: 'person_000001' },
  ],
  'a unique row that names an owner who has another': [
    () => raw().updateEntity({ ...BONN, rowKey: 'email_p1@contoso.com', owner: 'person_000002' }, 'Merge'),
    { kind: 'stale', derivation: 'byEmail', rowKey: 'email_p1@contoso.com', primary: 'person_000001' },
  ],
  'a wrong count': [
    () => raw().updateEntity({ ...BONN, rowKey: 'count_all', Count: 17 }, 'Merge'),
    { kind: 'stale', derivation: 'headCount', partitionKey: 'Bonn', rowKey: 'count_all' },
  ],
  'a lost count': [
    () => raw().deleteEntity('Rome', 'count_all'),
    { kind: 'missing', derivation: 'headCount', partitionKey: 'Rome', rowKey: 'count_all' },
  ],
  'a list that lacks somebody': [
    () => raw().updateEntity({ ...BONN, rowKey: 'list_red', members: 'person_000002' }, 'Merge'),
    { kind: 'stale', derivation: 'teamList', rowKey: 'list_red' },
  ],
  'a list of nobody': [
    () => raw().createEntity({ ...BONN, rowKey: 'list_green', members: 'person_000001' }),
    { kind: 'stray', derivation: 'teamList', rowKey: 'list_green' },
  ],
  'an old copy': [
    () => raw().updateEntity({ ...BONN, rowKey: 'person_000003', leaderEmail: 'old' }, 'Merge'),
    { kind: 'stale', derivation: 'leaderName', rowKey: 'person_000003', primary: 'person_000003' },
  ],
  'an entity that was deleted behind our back': [
    () => raw().deleteEntity('Rome', 'person_000004'),
    { kind: 'stray', derivation: 'byEmail', rowKey: 'email_p4@contoso.com' },
    { kind: 'stray', derivation: 'byTeam', rowKey: 'team_red_person_000004' },
    { kind: 'stray', derivation: 'headCount', partitionKey: 'Rome', rowKey: 'count_all' },
    { kind: 'stray', derivation: 'teamList', partitionKey: 'Rome', rowKey: 'list_red' },
  ],
};

const byRow = (a: Partial<Finding>, b: Partial<Finding>) =>
  `${a.derivation} ${a.rowKey}` < `${b.derivation} ${b.rowKey}` ? -1 : 1;

describe.each(Object.entries(damages))('%s', (_, [damage, ...expected]) => {
  const isExpected = expected.toSorted(byRow).map((finding) => expect.objectContaining(finding));

  it('is found, and nothing else', async () => {
    await damage();
    const before = await rowsOf(storage.emulator, table);
    const report = await verify(people);
    expect(report.findings.toSorted(byRow)).toEqual(isExpected);
    expect(report).toMatchObject({ scanned: expect.any(Number), partitions: 2, clean: false });
    const one = await verify(people, { derivations: [expected[0]!.derivation!], pageSize: 1 });
    const ofThis = expected.filter(({ derivation }) => derivation === expected[0]!.derivation);
    expect(one.findings).toEqual(ofThis.map((finding) => expect.objectContaining(finding)));
    const streamed: Finding[] = [];
    for await (const finding of findings(people)) streamed.push(finding);
    expect(streamed.toSorted(byRow)).toEqual(isExpected);
    expect(await rowsOf(storage.emulator, table)).toEqual(before);
  });

  it('is mended, and then nothing is found', async () => {
    await damage();
    const report = await repair(people);
    expect(report).toMatchObject({ clean: true, findings: [] });
    const kinds = expected.map(({ kind }) => kind!);
    for (const kind of kinds) expect(report.mended[kind]).toBe(kinds.filter((one) => one === kind).length);
    expect(await verify(people)).toMatchObject({ clean: true, findings: [] });
    expect(await repair(people)).toMatchObject({ clean: true, mended: { missing: 0, stale: 0, stray: 0 } });
  });
});

describe('repair', () => {
  it('puts back exactly the rows that were there', async () => {
    const before = await rowsOf(storage.emulator, table);
    for (const [damage] of Object.values(damages).slice(0, -1)) await damage().catch(() => {});
    expect(await rowsOf(storage.emulator, table)).not.toEqual(before);
    expect((await repair(people)).clean).toBe(true);
    expect(await rowsOf(storage.emulator, table)).toEqual(before);
  });

  it('reports two living entities that claim one unique row, and leaves both alone', async () => {
    await raw().updateEntity({ ...BONN, rowKey: 'person_000002', email: 'p1@contoso.com' }, 'Merge');
    const conflict = {
      kind: 'conflict',
      derivation: 'byEmail',
      partitionKey: 'Bonn',
      rowKey: 'email_p1@contoso.com',
      primary: 'person_000002',
      holder: 'person_000001',
    };
    const stray = expect.objectContaining({ kind: 'stray', rowKey: 'email_p2@contoso.com' });
    const stale = expect.objectContaining({ kind: 'stale', rowKey: 'team_red_person_000002' });
    const verified = await verify(people);
    expect(verified.findings).toHaveLength(3);
    expect(verified.findings).toEqual(expect.arrayContaining([conflict, stray, stale]));
    const repaired = await repair(people);
    expect(repaired.findings).toEqual([conflict]);
    expect(repaired).toMatchObject({ clean: false, counts: { conflict: 1 }, mended: { stray: 1, stale: 1 } });
    expect((await people.get({ office: 'Bonn', id: 2 }))?.email).toBe('p1@contoso.com');
    expect((await verify(people)).findings).toEqual([conflict]);
  });

  it('gives a unique row that is lost to one of two who claim it', async () => {
    await raw().updateEntity({ ...BONN, rowKey: 'person_000002', email: 'p1@contoso.com' }, 'Merge');
    await raw().deleteEntity('Bonn', 'email_p1@contoso.com');
    const { counts } = await repair(people);
    expect(counts).toMatchObject({ conflict: 1, missing: 0 });
    expect((await rowsOf(storage.emulator, table))['Bonn/email_p1@contoso.com']).toBeDefined();
  });

  it('stays within the partition that it is asked for', async () => {
    await raw().deleteEntity('Bonn', 'email_p1@contoso.com');
    await raw().deleteEntity('Rome', 'email_p4@contoso.com');
    const report = await repair(people, { partition: { office: 'Rome' } });
    expect(report).toMatchObject({ scanned: 1, partitions: 1, mended: { missing: 1 } });
    expect((await verify(people)).findings).toMatchObject([{ rowKey: 'email_p1@contoso.com' }]);
  });
});

describe('what is not the repository’s', () => {
  it('is neither looked at nor touched', async () => {
    await raw().createEntity({ ...BONN, rowKey: 'person_x', email: 'not@an.entity' });
    await raw().createEntity({ ...BONN, rowKey: 'other' });
    await raw().createEntity({ partitionKey: '~not a key~', rowKey: 'email_of another kind' });
    await raw().createEntity({ partitionKey: '\uFFEEsystem', rowKey: 'email_system' });
    const before = await rowsOf(storage.emulator, table);
    expect(await repair(people)).toMatchObject({ clean: true, scanned: 4, mended: { stray: 0 } });
    expect(await rowsOf(storage.emulator, table)).toEqual(before);
  });

  it.each([
    ['names nobody', { body: 'Dear …' }],
    ['names something that is no key', { owner: 'no/key#at\u0001all' }],
    ['names an entity of another kind', { owner: 'team_red' }],
    ['names a system row', { owner: '\uFFEErow' }],
    ['has a number where a name would be', { owner: 5 }],
  ])('is reported, and stays, when it begins like a derived row and %s', async (_, columns) => {
    const places = ['Bonn', 'Oslo'].map((partitionKey) => ({ partitionKey, rowKey: 'email_template' }));
    for (const place of places) await raw().createEntity({ ...place, ...columns });
    const before = await rowsOf(storage.emulator, table);
    const foreign = places.map((place) => ({ kind: 'foreign', derivation: 'byEmail', ...place }));
    const inOrder = (found: readonly Finding[]) =>
      found.toSorted((a, b) => (a.partitionKey < b.partitionKey ? -1 : 1));
    const verified = await verify(people);
    expect(inOrder(verified.findings)).toEqual(foreign);
    expect(verified.counts).toMatchObject({ foreign: 2, stray: 0 });
    const repaired = await repair(people);
    expect(inOrder(repaired.findings)).toEqual(foreign);
    expect(repaired).toMatchObject({ clean: false, mended: { foreign: 0, stray: 0 } });
    expect(await rowsOf(storage.emulator, table)).toEqual(before);
  });

  it('costs nothing where nothing is derived', async () => {
    const plain = new Plain(storage.store(), { table });
    storage.emulator.http.clear();
    expect(await verify(plain)).toMatchObject({ clean: true, derivations: [], scanned: 0 });
    expect(storage.emulator.http.requests).toHaveLength(0);
  });
});

it('lists as many findings as asked for, and counts all', async () => {
  for (let id = 1; id <= 3; id++) await raw().deleteEntity('Bonn', `email_p${id}@contoso.com`);
  const report = await verify(people, { keep: 1 });
  expect(report.findings).toHaveLength(1);
  expect(report.counts).toEqual({
    missing: 3,
    stale: 0,
    stray: 0,
    foreign: 0,
    conflict: 0,
    unreadable: 0,
    unsettled: 0,
  });
});

describe('where rows come in no order', () => {
  /** Cosmos DB lists rows as it likes, and takes a merge as another verb behind a POST, which the emulator does not. */
  const unordered: Fault = {
    name: 'unordered',
    async run({ request, send }) {
      const body = request.body === undefined ? undefined : String(request.body);
      const patched = body?.replaceAll(/POST (\S+\(PartitionKey)/g, 'PATCH $1');
      const reply = await send(patched === undefined ? request : { ...request, body: patched });
      const page = JSON.parse(reply.bodyAsText?.startsWith('{') ? reply.bodyAsText : '{}') as {
        value?: object[];
      };
      if (!page.value) return reply;
      return { ...reply, bodyAsText: JSON.stringify({ ...page, value: page.value.toReversed() }) };
    },
  };

  it('finds and mends the same', async () => {
    const cosmos = new People(storage.store({ profile: 'cosmos' }), { table });
    await raw().deleteEntity('Bonn', 'email_p1@contoso.com');
    await raw().createEntity({ ...BONN, rowKey: 'team_nobody', owner: 'person_000099' });
    await raw().updateEntity({ partitionKey: 'Rome', rowKey: 'count_all', Count: 9 }, 'Merge');
    storage.emulator.http.inject(unordered, { times: Number.POSITIVE_INFINITY });
    for (const pageSize of [1, 3, 1000]) {
      const report = await verify(cosmos, { pageSize });
      expect(report).toMatchObject({ scanned: 4, partitions: 2, counts: { missing: 1, stale: 1, stray: 1 } });
    }
    expect(await repair(cosmos, { pageSize: 2 })).toMatchObject({ clean: true, scanned: 4 });
    storage.emulator.http.clearFaults();
    expect(await verify(people)).toMatchObject({ clean: true });
  });
});
