import {
  type CallOptions,
  CongestionError,
  callSteps,
  type EntityCodec,
  isTablewrightError,
  OptionsError,
  type PatternHost,
  type Query,
} from '@tablewright/core';
import type { ManySide } from './many-declaration.js';
import { type AnyRepository, isRepository } from './open-related.js';
import type { Pairs } from './pairs.js';
import type { RefreshOptions, RefreshReport } from './refresh-types.js';

type AnyQuery = Query<object, { readonly partition: string; readonly row: string }>;
type Values = Readonly<Record<string, unknown>>;

/** What it takes to bring copies up to date. */
export interface Refreshing {
  readonly host: PatternHost;
  readonly side: ManySide;
  readonly others: AnyRepository;
  query(one: object): AnyQuery;
}

const ATTEMPTS = 10;
const PAGE = 1_000;
/** Somebody else wrote the row, or deleted it: look again. */
const OVERTAKEN: ReadonlySet<string> = new Set(['ENTITY_CHANGED', 'ENTITY_NOT_FOUND']);

/**
 * Copies from the one to all that belong to it, and looks at the one again in the end: whoever changed it meanwhile
 * may have been overwritten here with what was there before, and then it all starts over.
 */
export async function refreshCopies(
  refreshing: Refreshing,
  key: object,
  options: RefreshOptions = {},
): Promise<RefreshReport> {
  const { host, side } = refreshing;
  const { attempts = ATTEMPTS } = options;
  if (side.copies.size === 0) {
    throw new OptionsError('copies', `'${side.name}' declares no copies that could be refreshed.`);
  }
  if (!Number.isSafeInteger(attempts) || attempts < 1) {
    throw new OptionsError('attempts', 'attempts is a whole number, one or more.');
  }
  return host.context.store.within(options, async (scope) => {
    return callSteps(scope).run((bounds) => untilSettled(refreshing, key, attempts, bounds));
  });
}

async function untilSettled(
  refreshing: Refreshing,
  key: object,
  attempts: number,
  within: CallOptions,
): Promise<RefreshReport> {
  const { host, side, others } = refreshing;
  const { codec } = others.context;
  const read = async () => isRepository(host) && (await host.get(key as never, within));
  let updated = 0;
  let cause: unknown;
  let one = await read();
  for (let attempt = 0; one && attempt < attempts; attempt++) {
    const pass = await copyOnce(refreshing, one, within);
    updated += pass.updated;
    const now = await read();
    if (now && pass.overtaken === undefined && sameSource(codec, side.copies, one, now)) {
      return { found: true, updated };
    }
    [one, cause] = [now, pass.overtaken];
  }
  if (!one) return { found: false, updated };
  throw new CongestionError(others.context.model.name, attempts, { cause });
}

/** One pass over all that belong to the one: those whose copies differ are written at the version that was read. */
async function copyOnce(
  { side, others, query }: Refreshing,
  one: object,
  within: CallOptions,
): Promise<{ readonly updated: number; readonly overtaken: unknown }> {
  const { codec } = others.context;
  const changes = changesOf(side.copies, one);
  let updated = 0;
  let overtaken: unknown;
  for await (const { items } of query(one).pages({ ...within, size: PAGE })) {
    const stale = items.filter((item) => isStale(codec, side.copies, one, item));
    const report = await others.bulk(stale.map((update) => ({ update, changes })) as never[], {
      ...within,
      keepFailures: PAGE,
    });
    updated += report.done;
    for (const { error } of report.failures) {
      if (!isTablewrightError(error) || !OVERTAKEN.has(error.code)) throw error;
      overtaken ??= error;
    }
  }
  return { updated, overtaken };
}

/** `null` takes a value away. */
function changesOf(copies: Pairs, one: object): Values {
  const values = one as Values;
  return Object.fromEntries([...copies].map(([copy, source]) => [copy, values[source] ?? null]));
}

/** Whether an entity has other copies than the one says. */
function isStale(codec: EntityCodec, copies: Pairs, one: object, item: object): boolean {
  const [wanted, found] = [one as Values, item as Values];
  return [...copies].some(([copy, source]) => !isSame(codec, copy, wanted[source], found[copy]));
}

/** Whether two states of the one say the same, as far as it is copied. */
function sameSource(codec: EntityCodec, copies: Pairs, before: object, after: object): boolean {
  const [a, b] = [before as Values, after as Values];
  return [...copies].every(([copy, source]) => isSame(codec, copy, a[source], b[source]));
}

/** As the column of the copy stores them. */
function isSame(codec: EntityCodec, copy: string, a: unknown, b: unknown): boolean {
  const property = codec.property(copy)!;
  const cell = (value: unknown) =>
    value === undefined || value === null ? undefined : property.encodePresent(value);
  return property.same(cell(a), cell(b));
}
