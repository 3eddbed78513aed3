import { hasCode, transaction, verify } from '@tablewright/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Customer,
  type CustomerRepository,
  customer,
  type Opened,
  openCustomers,
} from '../support/customers.js';
import { dyingWriter } from '../support/dying-writer.js';
import { expectedRows } from '../support/expected-rows.js';
import { useStorage, workerFor } from '../support/storage.js';
import { systemRows, userRows } from '../support/stored-rows.js';

const storage = useStorage();
const dying = dyingWriter(storage);

type Model = Map<string, Customer>;

interface Real extends Opened {
  readonly seen: Set<string>;
}

/** Few values, so that entities meet: some that begin others, some that keys escape. */
const values = {
  email: fc.constantFrom('a@x', 'b@x', 'c#d@x', 'c d@x'),
  name: fc.constantFrom('Jo', 'Jo Ann', 'Joan', 'a/b'),
};
const optional = {
  city: fc.constantFrom('Graz', 'Gr', 'a~b'),
  age: fc.integer({ min: 0, max: 2 }),
  active: fc.boolean(),
  tags: fc.array(fc.constantFrom('t', 't ', 'u~'), { maxLength: 3 }),
};
const place = { region: fc.constantFrom('N', 'N S'), id: fc.integer({ min: 1, max: 3 }) };
const whole = fc
  .record({ ...place, ...values, ...optional }, { requiredKeys: ['region', 'id', 'email', 'name'] })
  .map(({ id, ...more }) => customer(id, more as Partial<Customer>));
const changes = fc.record({ ...values, ...optional }, { requiredKeys: [] });
const keys = fc.record(place);

const nameOf = ({ region, id }: Pick<Customer, 'region' | 'id'>) => `${region}/${id}`;
const copyOf = (one: Customer, more: object = {}) => Object.assign(customer(one.id), { ...one, ...more });

/** One write: what it does to the model, and how it is done. An expected refusal is no failure. */
class Write implements fc.AsyncCommand<Model, Real> {
  readonly #name: string;
  readonly #apply: (model: Model) => void;
  readonly #run: (customers: CustomerRepository) => Promise<unknown>;
  readonly #dies: boolean;

  constructor(
    name: string,
    apply: (model: Model) => void,
    run: (customers: CustomerRepository) => Promise<unknown>,
    dies = false,
  ) {
    this.#name = name;
    this.#apply = apply;
    this.#run = run;
    this.#dies = dies;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const { customers, seen } = real;
    seen.add(this.#name);
    try {
      if (this.#dies)
        await dying(real, () => this.#run(customers)).catch(() => storage.emulator.http.clearFaults());
      else await this.#run(customers);
    } catch (error) {
      const refused = ['ENTITY_EXISTS', 'ENTITY_NOT_FOUND'].some((code) => hasCode(error, code));
      if (!refused) throw error;
      return;
    }
    this.#apply(model);
  }

  toString(): string {
    return this.#name;
  }
}

const put = (model: Model, one: Customer) => void model.set(nameOf(one), copyOf(one));
const changed = (model: Model, key: Pick<Customer, 'region' | 'id'>, change: object) => {
  const now = model.get(nameOf(key));
  if (now) model.set(nameOf(key), copyOf(now, change));
};

const commands = [
  whole.map(
    (one) =>
      new Write(
        'insert',
        (m) => put(m, one),
        (c) => c.insert(copyOf(one)),
      ),
  ),
  whole.map(
    (one) =>
      new Write(
        'upsert',
        (m) => put(m, one),
        (c) => c.upsert(copyOf(one), { mode: 'replace' }),
      ),
  ),
  fc.tuple(keys, changes).map(
    ([key, change]) =>
      new Write(
        'update',
        (m) => changed(m, key, change),
        (c) => c.update(key, change as never),
      ),
  ),
  fc.tuple(keys, changes).map(
    ([key, change]) =>
      new Write(
        'modify',
        (m) => changed(m, key, change),
        (c) => c.modify(key, (one) => void Object.assign(one, change)),
      ),
  ),
  keys.map(
    (key) =>
      new Write(
        'delete',
        (m) => void m.delete(nameOf(key)),
        (c) => c.delete(key, { force: true }),
      ),
  ),
  fc.tuple(whole, whole).map(
    ([a, b]) =>
      new Write(
        'transaction',
        (m) => {
          put(m, a);
          put(m, copyOf(b, { region: a.region, id: 4 }));
        },
        (c) =>
          transaction()
            .upsert(c, copyOf(a), { mode: 'replace' })
            .upsert(c, copyOf(b, { region: a.region, id: 4 }), { mode: 'replace' })
            .commit(),
      ),
  ),
  fc.uniqueArray(whole, { selector: nameOf, maxLength: 5 }).map(
    (all) =>
      new Write(
        'bulk',
        (m) => {
          for (const one of all) put(m, one);
        },
        (c) => c.bulk(all.map((one) => ({ upsert: copyOf(one), mode: 'replace' as const }))),
      ),
  ),
  whole.map(
    (one) =>
      new Write(
        'a writer that dies',
        (m) => put(m, one),
        (c) => c.upsert(copyOf(one), { mode: 'replace' }),
        true,
      ),
  ),
];

it('whatever is written, by whoever dies, the copies become those of the entities', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom({}, { hints: 'onFailure' as const }, { mode: 'worker' as const }),
      fc.commands(commands, { maxCommands: 14, size: 'max' }),
      async (mode, sequence) => {
        const model: Model = new Map();
        const opened = await openCustomers(storage, { ...mode, hintDelay: 1 });
        await fc.asyncModelRun(() => ({ model, real: { ...opened, seen } }), sequence);
        const { customers, outbox, table, indexes } = opened;
        for (const region of ['N', 'N S']) await outbox.ask({ table, partition: region });
        await workerFor(outbox, [customers]).drain();
        const expected = expectedRows(model.values());
        expect(await userRows(storage.emulator, table)).toEqual(expected.table);
        expect(await userRows(storage.emulator, indexes)).toEqual(expected.indexes);
        expect(await systemRows(storage.emulator, table, 'intent')).toEqual({});
        expect(await verify(customers)).toMatchObject({ clean: true });
        for (const email of ['a@x', 'c#d@x']) {
          const found = (await customers.byEmail.entities({ email }).all()).map(nameOf).sort();
          const wanted = [...model.values()].filter((one) => one.email === email);
          expect(found).toEqual(wanted.map(nameOf).sort());
        }
      },
    ),
    { numRuns: 25 },
  );
  expect([...seen].sort()).toEqual(
    ['a writer that dies', 'bulk', 'delete', 'insert', 'modify', 'transaction', 'update', 'upsert'].sort(),
  );
});
