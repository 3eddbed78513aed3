import {
  Entity,
  Int32,
  Json,
  key,
  Nested,
  Repository,
  Text,
  UnknownPropertyError,
  ValueError,
} from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

@Entity({ table: 'Notes' })
class Note {
  static readonly key = key({ partition: '{owner}', row: '{id:04}' });
  #reads = 0;
  @Text() owner!: string;
  @Int32() id!: number;
  @Text() title?: string;
  @Int32() stars?: number = 5;
  @Text({ nullable: true }) folder: string | null = 'inbox';
  @Int32({ default: 1 }) priority?: number;
  @Json({ default: () => [] }) tags?: string[];
  @Text({ optional: false }) body!: string;
  @Text() get headline(): string {
    return `${this.title ?? 'untitled'} (${this.owner})`;
  }
  scratch = 'not stored';
  touch(): number {
    return ++this.#reads;
  }
}

const Notes = Repository(Note);
const at = { owner: 'jo', id: 1 };

async function stored(more: Partial<Note>): Promise<{ note: Note; raw: Record<string, unknown> }> {
  const notes = new Notes(storage.store(), { table: storage.emulator.uniqueName('Notes') });
  await notes.insert(Object.assign(new Note(), at, { body: 'text' }, more));
  const raw = await storage.emulator.rawTable(notes.context.table).getEntity('jo', '0001');
  return { note: await notes.getOrThrow(at), raw };
}

describe('an instance that was read', () => {
  it('is made by its constructor, so that initialisers and private fields are there', async () => {
    const { note } = await stored({ title: 'Hi' });
    expect(note).toBeInstanceOf(Note);
    expect(note.touch()).toBe(1);
    expect(note.scratch).toBe('not stored');
    expect(note.headline).toBe('Hi (jo)');
  });

  it('says what is stored, not what an initialiser says', async () => {
    const cleared = new Note();
    delete cleared.stars;
    const { note, raw } = await stored({ ...cleared, stars: undefined as never, body: 'text', ...at });
    expect(raw).not.toHaveProperty('stars');
    expect(note.stars).toBeUndefined();
  });

  it('gives null back as null, and a missing value as its default or undefined', async () => {
    const { note, raw } = await stored({ folder: null });
    expect(raw).not.toHaveProperty('folder');
    expect(note.folder).toBeNull();
    expect(note.title).toBeUndefined();
    expect(note.priority).toBe(1);
    expect(note.tags).toEqual([]);
    expect(raw).toMatchObject({ priority: 1, tags: '[]', headline: 'untitled (jo)' });
    expect(raw).not.toHaveProperty('scratch');
  });

  it('and the one that was written hold the very default that is stored', async () => {
    @Entity({ table: 'Tokens' })
    class Token {
      static readonly key = key({ partition: 'tokens', row: '{id}' });
      @Text() id!: string;
      @Text({ default: () => `token-${Math.random()}` }) value?: string;
      @Int32() uses?: number;
    }
    const tokens = new (Repository(Token))(storage.store(), { table: storage.emulator.uniqueName('Tokens') });
    const token = await tokens.insert({ id: 'a' });
    const first = token.value;
    expect((await tokens.getOrThrow({ id: 'a' })).value).toBe(first);
    await tokens.update(token, { uses: 1 });
    expect((await tokens.getOrThrow({ id: 'a' })).value).toBe(first);
    await tokens.update(token, { value: null });
    expect(token.value).not.toBe(first);
    expect((await tokens.getOrThrow({ id: 'a' })).value).toBe(token.value);
  });

  it('gets a fresh default each time', async () => {
    const one = (await stored({})).note;
    const two = (await stored({})).note;
    expect(one.tags).not.toBe(two.tags);
  });
});

describe('writing', () => {
  const notes = () => new Notes(storage.store(), { table: storage.emulator.uniqueName('Notes') });

  it('refuses null and missing values where none are allowed', async () => {
    await expect(notes().insert(Object.assign(new Note(), at))).rejects.toThrow(ValueError);
    const wrong = Object.assign(new Note(), at, { body: 'x', title: null });
    await expect(notes().insert(wrong)).rejects.toThrow(/Note\.title takes text, not null/);
    expect(storage.emulator.http.requests).toEqual([]);
  });

  it('turns a plain object into an instance, and returns that', async () => {
    const plain = { ...at, body: 'x', folder: null, headline: 'ignored', title: 'T' };
    const note = await notes().insert(plain as unknown as Note);
    expect(note).toBeInstanceOf(Note);
    expect(note.headline).toBe('T (jo)');
    expect(plain).not.toBeInstanceOf(Note);
  });

  it('takes a spread instance, with what the class keeps to itself', async () => {
    const note = Object.assign(new Note(), at, { body: 'x', scratch: 'kept in memory' });
    const copy = await notes().insert({ ...note, title: 'Copy' });
    expect(copy).toMatchObject({ title: 'Copy', scratch: 'kept in memory' });
  });

  it('drops nothing silently', async () => {
    const typo = { ...at, body: 'x', folder: null, titel: 'T' };
    await expect(notes().insert(typo as unknown as Note)).rejects.toThrow(UnknownPropertyError);
    class Pinned extends Note {
      @Text() pin = 'wall';
    }
    const pinned = Object.assign(new Pinned(), at, { body: 'x' });
    await expect(notes().insert(pinned)).rejects.toThrow(/does not map 'pin'/);
    class Loud extends Note {
      shout(): string {
        return this.body.toUpperCase();
      }
    }
    await notes().insert(Object.assign(new Loud(), at, { body: 'x' }));
    await expect(notes().insert(new Map() as unknown as Note)).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
  });
});

describe('classes that need help', () => {
  it('are made by a factory', async () => {
    @Entity({ table: 'Points', create: () => new Point(0, 0) })
    class Point {
      static readonly key = key({ partition: 'points', row: '{x}_{y}' });
      @Int32() x: number;
      @Int32() y: number;
      constructor(x: number, y: number) {
        if (x === undefined) throw new Error('x is needed');
        this.x = x;
        this.y = y;
      }
    }
    const points = new (Repository(Point))(storage.store(), { table: storage.emulator.uniqueName('Points') });
    await points.insert(new Point(-3, 4));
    expect(await points.getOrThrow({ x: -3, y: 4 })).toEqual(new Point(-3, 4));
  });
});

describe('value objects', () => {
  class Geo {
    lat!: number;
    lon!: number;
    get pair(): string {
      return `${this.lat},${this.lon}`;
    }
  }
  class Address {
    city!: string;
    @Nested(() => Geo) geo?: Geo;
    @Nested(() => Date) since?: Date;
    @Nested(() => Geo) track?: Geo[];
    shout(): string {
      return this.city.toUpperCase();
    }
  }
  @Entity({ table: 'Places' })
  class Place {
    static readonly key = key({ partition: 'places', row: '{id}' });
    @Text() id!: string;
    @Json(() => Address) home?: Address;
    @Json(() => Address) others?: Address[];
  }
  const geo = (lat: number, lon: number) => Object.assign(new Geo(), { lat, lon });
  const places = () =>
    new (Repository(Place))(storage.store(), { table: storage.emulator.uniqueName('Places') });

  it('come back as instances, nested ones and arrays too', async () => {
    const home = Object.assign(new Address(), {
      city: 'Bern',
      geo: geo(46.9, 7.4),
      since: new Date(86_400_000),
      track: [geo(1, 2), geo(3, 4)],
    });
    const repository = places();
    await repository.insert(Object.assign(new Place(), { id: 'a', home, others: [home, home] }));
    const read = await repository.getOrThrow({ id: 'a' });
    expect(read.home).toBeInstanceOf(Address);
    expect(read.home!.shout()).toBe('BERN');
    expect(read.home!.geo!.pair).toBe('46.9,7.4');
    expect(read.home!.since).toEqual(new Date(86_400_000));
    expect(read.home!.track![1]).toBeInstanceOf(Geo);
    expect(read.others).toHaveLength(2);
    expect(read.others![1]).toBeInstanceOf(Address);
  });

  it('that changed in place are noticed, and only then sent', async () => {
    const repository = places();
    await repository.insert(
      Object.assign(new Place(), { id: 'a', home: Object.assign(new Address(), { city: 'Bern' }) }),
    );
    const read = await repository.getOrThrow({ id: 'a' });
    const untouched = await storage.emulator.http.record(() => repository.update(read));
    expect(untouched.requests).toEqual([]);
    read.home!.city = 'Thun';
    const { requests } = await storage.emulator.http.record(() => repository.update(read));
    expect(requests.map((r) => r.body)).toEqual(['{"home":"{\\"city\\":\\"Thun\\"}"}']);
  });

  it('may be given as plain objects, with Dates in their declared places', async () => {
    class Stay {
      @Nested(() => Date) from?: Date;
    }
    class Trip {
      @Nested(() => Stay) stay?: Stay;
      tags?: Record<string, string[]>;
    }
    @Entity({ table: 'Trips' })
    class Traveller {
      static readonly key = key({ partition: 'trips', row: '{id}' });
      @Text() id!: string;
      @Json(() => Trip) trip?: Trip;
    }
    const repository = new (Repository(Traveller))(storage.store(), {
      table: storage.emulator.uniqueName('Trips'),
    });
    const from = new Date(0);
    await repository.insert({ id: 'a', trip: { stay: { from }, tags: { x: ['y'] } } });
    const { trip } = await repository.getOrThrow({ id: 'a' });
    expect(trip?.stay).toBeInstanceOf(Stay);
    expect(trip?.stay?.from).toEqual(from);
    expect(trip?.tags).toEqual({ x: ['y'] });
    const stray = { stay: { from }, tags: { x: from } } as unknown as Trip;
    await expect(repository.insert({ id: 'b', trip: stray })).rejects.toThrow(ValueError);
  });

  it.each([
    ['a Date in a place that is not declared', { city: new Date() }],
    ['an instance of a class that is not declared', { city: Object.assign(new Address(), { city: 'Bern' }) }],
    ['a Map', { city: new Map() }],
    ['a function', { city: () => 'Bern' }],
    ['a name that every object has', { toString: 'Bern' }],
    ['many thousands of parts', Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`k${i}`, i]))],
  ])('with %s are refused: they would come back as something else', async (_, members) => {
    const home = Object.assign(new Address(), members) as unknown as Address;
    await expect(places().insert(Object.assign(new Place(), { id: 'a', home }))).rejects.toThrow(ValueError);
    expect(storage.emulator.http.requests).toEqual([]);
  });

  it('with cycles are refused', async () => {
    const home = Object.assign(new Address(), { city: 'Bern' }) as Address & { self?: unknown };
    home.self = home;
    await expect(places().insert(Object.assign(new Place(), { id: 'a', home }))).rejects.toThrow(ValueError);
  });
});
