import { OptionsError } from '../../errors/index.js';
import type { CompiledTemplate } from '../../keys/index.js';
import type { Comparison, Condition } from '../../plan/index.js';
import { allOf, equals } from './conditions.js';
import { entriesOf } from './read-argument.js';

type Values = ReadonlyMap<string, unknown>;

/** What `between` and `startsWith` ask for. Which variables are meant is only known with the whole query. */
export type RangeAsked =
  | { readonly kind: 'between'; readonly from: Values | undefined; readonly to: Values | undefined }
  | { readonly kind: 'startsWith'; readonly property: string; readonly text: string };

export function betweenOf(from: unknown, to: unknown): RangeAsked {
  if (from === undefined && to === undefined) {
    throw new OptionsError(
      'between',
      'between() needs at least one end: between({ … }), between(undefined, { … }).',
    );
  }
  return { kind: 'between', from: endOf(from, 'from'), to: endOf(to, 'to') };
}

export function startsWithOf(beginning: unknown): RangeAsked {
  const entries = entriesOf(beginning, 'startsWith');
  const [property, text] = entries[0] ?? [];
  if (entries.length !== 1 || property === undefined || typeof text !== 'string') {
    throw new OptionsError('startsWith', 'startsWith() takes one property and its beginning, as text.');
  }
  return { kind: 'startsWith', property, text };
}

/**
 * The condition that a range stands for. It must go on where the given part of the key ends: `fixed` are the
 * properties that have one value already.
 */
export function rangeCondition(
  range: RangeAsked,
  { variables }: CompiledTemplate,
  fixed: ReadonlySet<string>,
  entity: string,
): Condition {
  const free = variables.map(({ name }) => name).filter((name) => !fixed.has(name));
  const check = (names: readonly string[]) => {
    const first = new Set(free.slice(0, names.length));
    if (names.every((name) => first.has(name))) return;
    const next =
      free[0] === undefined ? 'all of its variables are given' : `its next variable is '${free[0]}'`;
    throw new OptionsError(
      range.kind,
      `${entity}: ${range.kind}() goes on where the given part of the row key ends, and ${next}. Use where() for other properties.`,
    );
  };
  if (range.kind === 'startsWith') {
    check([range.property]);
    return compare(range.property, 'startsWith', range.text);
  }
  const ends = [range.from, range.to] as const;
  for (const end of ends) if (end) check([...end.keys()]);
  const [from, to] = ends.map((end) =>
    free.flatMap((name) => (end?.has(name) ? [[name, end.get(name)] as const] : [])),
  );
  return betweenCondition(from!, to!);
}

type Ordered = readonly (readonly [property: string, value: unknown])[];

/** Both ends are inclusive, and compare like dates written as year, month, day. */
function betweenCondition(from: Ordered, to: Ordered): Condition {
  const [[property, low] = [], ...fromRest] = from;
  const [[, high] = [], ...toRest] = to;
  if (property !== undefined && to.length > 0 && same(low, high)) {
    return allOf([compare(property, 'eq', low), betweenCondition(fromRest, toRest)]);
  }
  return allOf([...bound(from, 'gt', 'ge'), ...bound(to, 'lt', 'le')]);
}

/** At this end or beyond it. */
function bound(end: Ordered, beyond: Comparison, atLeast: Comparison): readonly Condition[] {
  const [[property, value] = [], ...rest] = end;
  if (property === undefined) return [];
  if (rest.length === 0) return [compare(property, atLeast, value)];
  const equal = allOf([compare(property, 'eq', value), ...bound(rest, beyond, atLeast)]);
  return [{ kind: 'or', any: [compare(property, beyond, value), equal] }];
}

function compare(property: string, comparison: Comparison, value: unknown): Condition {
  return { kind: 'compare', property, comparison, value };
}

function same(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : Object.is(a, b);
}

function endOf(end: unknown, option: string): Values | undefined {
  if (end === undefined) return undefined;
  const entries = entriesOf(end, option);
  if (entries.length === 0)
    throw new OptionsError(option, `${option} names at least one variable of the row key.`);
  return new Map(
    entries.map(([property, value]) => {
      const condition = equals(property, value);
      if (condition.kind === 'compare') return [property, condition.value];
      throw new OptionsError(
        option,
        `'${property}' is null: a range has values at its ends. Leave the end out.`,
      );
    }),
  );
}
