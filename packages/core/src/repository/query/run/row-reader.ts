import { compileCondition, type Predicate, type QueryPlan } from '../../../plan/index.js';
import { type CallScope, type ReadRow, sideBySide } from '../../../store/index.js';
import type { RepositoryContext } from '../../context.js';
import { readPrimary } from '../../operations/read.js';
import { joinRows } from '../../split/index.js';
import { putStamp } from '../../stamp.js';
import { viewOf } from '../view.js';
import { ofThisKind, primaryDecoder, type RowDecoder } from './decode-row.js';
import { type Lead, leadOf } from './lead.js';
import type { RowsReader } from './query-run.js';

/** What becomes of the entities that were found. */
export interface Finish {
  /** The properties of a projection. */
  readonly view?: readonly string[];
  /** Whether they remember what they were read from, so that they can be written. */
  readonly stamped: boolean;
}

/** Turns the rows of a plan into its results, in the same order. */
export class RowReader implements RowsReader {
  readonly #context: RepositoryContext;
  readonly #finish: Finish;
  readonly #ofPrimaries: boolean;
  readonly #decoder: RowDecoder;
  readonly #satisfies: Predicate | undefined;
  /** The index whose rows lead to the primary ones: all of them, or those that are not complete. */
  readonly #lead: Lead | undefined;

  constructor(context: RepositoryContext, plan: QueryPlan, finish: Finish) {
    const { codec, patterns } = context;
    const reader = patterns.readers.find(({ path }) => path.name === plan.path);
    this.#context = context;
    this.#finish = finish;
    this.#ofPrimaries = reader === undefined;
    this.#satisfies = plan.residual && compileCondition(codec, plan.residual);
    this.#lead = reader && leadOf(context, plan, reader, this.#satisfies);
    this.#decoder = reader
      ? { decode: (row) => ofThisKind(() => reader.decode(row)) }
      : primaryDecoder(context, plan.parts);
  }

  /** Rows of other kinds, and those that do not satisfy the rest of the conditions, are left out. */
  async read(rows: readonly ReadRow[], scope: CallScope): Promise<readonly object[]> {
    const lead = this.#lead;
    const { split } = this.#context.patterns;
    if (split && this.#ofPrimaries) {
      const joined = await joinRows(this.#context, split, rows, scope);
      const { admit } = this.#decoder;
      return this.#results(admit ? await admitted(joined, admit) : joined);
    }
    if (lead && rows.some((row) => lead.leads(row))) {
      const found = await sideBySide(rows, scope, async (row, within) =>
        lead.leads(row) ? this.#fetch(lead, row, within) : this.#result(row, this.#decoder, this.#satisfies),
      );
      return found.filter((result) => result !== undefined);
    }
    const { admit } = this.#decoder;
    return this.#results(admit ? await admitted(rows, admit) : rows);
  }

  /** The same as `#result` for each row: every entity of a scan passes through here. */
  #results(rows: readonly ReadRow[]): readonly object[] {
    const { decode } = this.#decoder;
    const { view, stamped } = this.#finish;
    const satisfies = this.#satisfies;
    const results: object[] = [];
    for (const row of rows) {
      const entity = decode(row);
      if (!entity || (satisfies && !satisfies(entity))) continue;
      results.push(view ? viewOf(entity, view) : stamped ? putStamp(entity, row) : entity);
    }
    return results;
  }

  /** One request: the entity of which the row is a copy, unless the copy lags behind it. */
  async #fetch(lead: Lead, copy: ReadRow, scope: CallScope): Promise<object | undefined> {
    const context = this.#context;
    const { index, decoder, satisfies } = lead;
    const keys = ofThisKind(() => index.primaryKeys(copy));
    const row = keys && (await readPrimary(context, keys, scope));
    const admitted = row && decoder.admit ? await decoder.admit(row) : row;
    const lagging = () => keys && index.onLagging?.(copy, context);
    if (!admitted) {
      lagging();
      return undefined;
    }
    const holds = (entity: object) => {
      if (index.isCurrent && !index.isCurrent(copy, entity)) {
        lagging();
        return false;
      }
      return satisfies?.(entity) !== false;
    };
    return this.#result(admitted, decoder, holds);
  }

  #result(row: ReadRow, decoder: RowDecoder, satisfies: Predicate | undefined): object | undefined {
    const entity = decoder.decode(row);
    if (!entity || satisfies?.(entity) === false) return undefined;
    const { view, stamped } = this.#finish;
    if (view) return viewOf(entity, view);
    return stamped ? putStamp(entity, row) : entity;
  }
}

/** The rows of this kind, in the form that the codec knows. */
async function admitted(
  rows: readonly ReadRow[],
  admit: NonNullable<RowDecoder['admit']>,
): Promise<readonly ReadRow[]> {
  const found: ReadRow[] = [];
  for (const row of rows) {
    const admitting = admit(row);
    // Waiting costs a turn of the event loop for each row: only where there is something to wait for.
    const one = admitting instanceof Promise ? await admitting : admitting;
    if (one) found.push(one);
  }
  return found;
}
