import { type DefinitionScope, type DerivationState, declaredEntries } from '@tablewright/core';
import { isDigits, MOST_DIGITS, STATES, wherePairs } from './read-declarations.js';

/** A declaration of which only its shape is known to be right. */
export interface ReadParentSummary {
  readonly name: string;
  /** A property of the parent's key, and the children's property that has its value. */
  readonly by: ReadonlyMap<string, string>;
  readonly count: string;
  readonly sums: readonly ReadSum[];
  readonly where: readonly (readonly [property: string, value: unknown])[];
  readonly state: DerivationState;
}

/** A property of the parent, and what of its children it adds up. */
export interface ReadSum {
  readonly into: string;
  readonly property: string;
  /** Of decimals alone. */
  readonly digits?: number;
}

const OPTIONS: readonly string[] = ['name', 'by', 'count', 'sum', 'decimals', 'where', 'state'];

/** Takes a declaration apart, whoever wrote it: each option is read once, and kept as it is now. */
export function readDeclaration(scope: DefinitionScope, declaration: unknown): ReadParentSummary {
  const entries = declaredEntries(declaration);
  if (!entries) return scope.fail("declare { name: 'headcount', by: { … }, count: '…' }.");
  const options = new Map(entries);
  const name = options.get('name');
  if (typeof name !== 'string' || name === '') return scope.fail("give it a name: name: 'headcount'.");
  const fail = (problem: string) => scope.fail(`'${name}': ${problem}`);
  if (options.has('shards')) {
    return fail(
      'a parent is one row and has no shards. Keep a hot summary in rows of its own, with Summary.',
    );
  }
  const unknown = entries.find(([option]) => !OPTIONS.includes(option));
  if (unknown) return fail(`'${unknown[0]}' is not an option. Use ${OPTIONS.join(', ')}.`);
  const given = (option: string) =>
    options.get(option) === undefined ? [] : declaredEntries(options.get(option));
  const by = given('by');
  if (!by?.every(isPair)) return fail("by is an object of property names: { name: 'department' }.");
  const count = options.get('count');
  if (typeof count !== 'string') return fail('count is the property of the parent that is the count.');
  const sum = given('sum');
  if (!sum?.every(isPair)) return fail("sum is an object of property names: { salaries: 'salary' }.");
  const decimals = given('decimals')?.map(readDecimal);
  if (!decimals?.every((read) => read !== undefined)) {
    return fail(`decimals is { ratings: { of: 'rating', digits: 1 } }, with 0 to ${MOST_DIGITS} digits.`);
  }
  const where = given('where');
  if (!where) return fail('where is an object of properties and values: { active: true }.');
  const state = options.get('state') ?? 'ready';
  if (!STATES.includes(state)) return fail(`state is one of ${STATES.join(', ')}.`);
  return {
    name,
    by: new Map(by),
    count,
    sums: [...sum.map(([into, property]) => ({ into, property })), ...decimals],
    where: wherePairs(where),
    state: state as DerivationState,
  };
}

function isPair(pair: readonly [string, unknown]): pair is readonly [string, string] {
  return typeof pair[1] === 'string';
}

function readDecimal([into, declared]: readonly [string, unknown]): ReadSum | undefined {
  const { of: property, digits } = Object.fromEntries(declaredEntries(declared) ?? []);
  return typeof property === 'string' && isDigits(digits) ? { into, property, digits } : undefined;
}
