import {
  type Attempts,
  type CallOptions,
  describeValue,
  type EntityKeys,
  type Explanation,
  explanation,
  OptionsError,
  type RepositoryContext,
  type StoredRow,
  StoredValueError,
  ValueError,
} from '@tablewright/core';
import type { CompiledSeries } from './compile-series.js';
import { incrementSlot } from './increment-slot.js';
import { RowMaker } from './row-maker.js';
import { type Asked, planRead, readSlots } from './series-reader.js';
import { blindOperation, setSlot } from './set-slot.js';
import { type Cells, readRow, type SlotRow, slotRow, writePlan } from './slot-row.js';
import { SlotValues } from './slot-values.js';
import { slotIndex } from './slots.js';
import type { Marks } from './split.js';

type Value = number | bigint;
type WriteOptions = CallOptions & Attempts;

const ONE = { least: 1, most: 1 } as const;

/** A series of one repository: what users hold as `counts.perHour`. */
export class SeriesMember {
  readonly #context: RepositoryContext;
  readonly #series: CompiledSeries;
  readonly #marks: Marks;
  readonly #maker: RowMaker;
  readonly explain: SeriesExplaining;

  constructor(context: RepositoryContext, series: CompiledSeries, marks: Marks) {
    this.#context = context;
    this.#series = series;
    this.#marks = marks;
    this.#maker = new RowMaker(context, series);
    this.explain = {
      get: (key) => this.#explainRead(this.#whole(key)),
      range: (key, from, to) => this.#explainRead(this.#between(key, from, to)),
      set: (key, slot, value) => this.#explainSet(this.#row(key, slot), this.#cells(slot, value)),
      increment: (key, slot, by = series.kind.one) => {
        this.#cells(slot, by);
        return this.#explainIncrement(this.#row(key, slot));
      },
    };
  }

  async get(key: object, options?: CallOptions): Promise<object> {
    return this.#read(this.#whole(key), options);
  }

  async range(key: object, from: unknown, to: unknown, options?: CallOptions): Promise<object> {
    return this.#read(this.#between(key, from, to), options);
  }

  async set(key: object, slot: unknown, value: unknown, options?: WriteOptions): Promise<void> {
    const context = this.#context;
    const row = this.#row(key, slot);
    const cells = this.#cells(slot, value);
    await context.store.within(options, (scope, given) =>
      setSlot(context, this.#maker, row, cells, given, scope),
    );
  }

  async increment(
    key: object,
    slot: unknown,
    by: unknown = this.#series.kind.one,
    options?: WriteOptions,
  ): Promise<Value> {
    const context = this.#context;
    const { kind, name } = this.#series;
    const { add } = kind;
    if (!add)
      throw new OptionsError(
        'increment',
        `${name}: sums of doubles are rounded. Use set(), or whole numbers.`,
      );
    const row = this.#row(key, slot);
    this.#cells(slot, by);
    const next = (stored: StoredRow | undefined) => {
      const value = add(this.#stored(stored, row.column), by as Value);
      return { value, cells: this.#cells(slot, value, 'a sum beyond that') };
    };
    return context.store.within(options, (scope, given) =>
      incrementSlot(context, this.#maker, row, next, given, scope),
    );
  }

  async #read(asked: Asked, options: CallOptions | undefined): Promise<object> {
    const context = this.#context;
    const found = await context.store.within(options, (scope) =>
      readSlots(context, this.#series, this.#marks, asked, scope),
    );
    return new SlotValues(this.#series, found);
  }

  #explainRead(asked: Asked): Explanation {
    const plan = planRead(this.#context, this.#series, this.#marks, asked);
    const why =
      plan.kind === 'pointRead'
        ? 'all of these slots are in one row'
        : 'the rows of these slots lie together';
    return explanation({ reads: [plan], requests: ONE, why });
  }

  #explainSet(row: SlotRow, cells: Cells): Explanation {
    const context = this.#context;
    if (row.number === 0 && this.#maker.looksFirst) {
      const reads = [readRow(context, row, [])];
      const why = 'the row may be of another type, or of a newer version';
      return explanation({ reads, open: ['the version of the row'], requests: { least: 2, most: 2 }, why });
    }
    const write = writePlan(context, [blindOperation(this.#maker, row, cells)]);
    const most = this.#maker.blind ? (row.number === 0 ? 1 : 2) : 3;
    return explanation({ write, requests: { least: 1, most }, why: 'a slot is one column, which is merged' });
  }

  #explainIncrement(row: SlotRow): Explanation {
    return explanation({
      reads: [readRow(this.#context, row, [row.column])],
      open: ['the next value, and the version of the row under which it is written'],
      requests: { least: 2, most: row.number === 0 || this.#maker.blind ? 2 : 3 },
      why: 'a slot is read, and its next value written under the ETag of its row',
    });
  }

  #keys(key: object): EntityKeys {
    const { codec, model } = this.#context;
    if (typeof key !== 'object' || key === null) {
      throw new OptionsError('key', `${model.name}: a key is an object with its key properties.`);
    }
    return codec.keys(key);
  }

  #whole(key: object): Asked {
    return { owner: this.#keys(key), from: 0, to: this.#series.slots.count };
  }

  #between(key: object, from: unknown, to: unknown): Asked {
    const { slots, name } = this.#series;
    const owner = this.#keys(key);
    const [first, last] = [slotIndex(slots, from, name), slotIndex(slots, to, name)];
    if (first <= last) return { owner, from: first, to: last + 1 };
    throw new OptionsError('slot', `${name}: the range ends before it begins.`);
  }

  #row(key: object, slot: unknown): SlotRow {
    const { slots, name } = this.#series;
    return slotRow(this.#series, this.#keys(key), slotIndex(slots, slot, name));
  }

  #cells(slot: unknown, value: unknown, found?: string): Cells {
    const { kind, name, slots, columnOf } = this.#series;
    const cell = kind.encode(value);
    if (cell !== undefined) return { [columnOf(slotIndex(slots, slot, name))]: [kind.edm, cell] };
    const details = { entity: this.#context.model.name, property: name, expected: kind.expects };
    throw new ValueError(details, found ?? describeValue(value, kind.expects));
  }

  /** A column of another type is left as it is: nobody can add to it. */
  #stored(row: StoredRow | undefined, column: string): Value | undefined {
    const cell = row?.columns[column];
    if (cell === undefined) return undefined;
    const { kind, name } = this.#series;
    const value = row!.types[column] === 'Edm.String' ? undefined : kind.decode(cell);
    if (value !== undefined) return value;
    const entity = this.#context.model.name;
    throw new StoredValueError({ entity, property: name, expected: kind.expects, column });
  }
}

interface SeriesExplaining {
  get(key: object): Explanation;
  range(key: object, from: unknown, to: unknown): Explanation;
  set(key: object, slot: unknown, value: unknown): Explanation;
  increment(key: object, slot: unknown, by?: unknown): Explanation;
}
