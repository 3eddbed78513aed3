import { type DefinitionScope, type DerivationState, declaredEntries } from '@tablewright/core';
import { MOST_CHUNKS } from '../shared/chunks.js';

/** A declaration of which only its shape is known to be right. */
export interface ReadSummary {
  readonly name: string;
  readonly row: string;
  readonly count: string;
  readonly sum: readonly string[];
  readonly decimals: readonly (readonly [property: string, digits: number])[];
  readonly where: readonly (readonly [property: string, value: unknown])[];
  readonly shards: number;
  readonly state: DerivationState;
}

const OPTIONS: readonly string[] = ['row', 'count', 'sum', 'decimals', 'where', 'shards', 'state'];
export const STATES: readonly unknown[] = ['building', 'ready', 'dropping'] satisfies DerivationState[];
const COLUMN = /^[A-Za-z][A-Za-z0-9_]{0,200}$/;
const RESERVED = new Set(['partitionkey', 'rowkey', 'timestamp', 'etag', 'constructor', 'prototype']);
export const MOST_DIGITS = 15;

/** Takes declarations apart, whoever wrote them: each option is read once, and kept as it is now. */
export function readDeclarations(scope: DefinitionScope, declarations: unknown): readonly ReadSummary[] {
  const entries = declaredEntries(declarations);
  if (!entries || entries.length === 0) {
    return scope.fail("declare summaries by their name: { headcount: { row: 'summary' } }.");
  }
  return entries.map(([name, declaration]) => readDeclaration(scope, name, declaration));
}

function readDeclaration(scope: DefinitionScope, name: string, declaration: unknown): ReadSummary {
  const fail = (problem: string) => scope.fail(`'${name}': ${problem}`);
  if (name === '') return fail('choose another name.');
  const entries = declaredEntries(declaration);
  if (!entries) return fail("a declaration is an object: { row: 'summary' }.");
  const options = new Map(entries);
  const unknown = entries.find(([option]) => !OPTIONS.includes(option));
  if (unknown) return fail(`'${unknown[0]}' is not an option of a summary. Use ${OPTIONS.join(', ')}.`);
  const { row, count = 'Count', sum = [], shards = 1, state = 'ready' } = Object.fromEntries(options);
  const decimals = options.get('decimals') === undefined ? [] : declaredEntries(options.get('decimals'));
  const where = options.get('where') === undefined ? [] : declaredEntries(options.get('where'));
  if (typeof row !== 'string') return fail("row is a template such as 'summary'.");
  if (!isColumn(count)) return fail('count is a column name of letters, digits and underscores.');
  if (!isNames(sum)) return fail('sum is an array of property names.');
  if (!decimals?.every(([, digits]) => isDigits(digits))) {
    return fail(`decimals gives digits for properties, 0 to ${MOST_DIGITS}: { price: 2 }.`);
  }
  if (!isWhole(shards, 1, MOST_CHUNKS)) return fail(`shards is a whole number from 1 to ${MOST_CHUNKS}.`);
  if (!STATES.includes(state)) return fail(`state is one of ${STATES.join(', ')}.`);
  if (!where) return fail('where is an object of properties and values: { active: true }.');
  return {
    name,
    row,
    count,
    sum: [...new Set(sum)],
    decimals: decimals as ReadSummary['decimals'],
    where: wherePairs(where),
    shards,
    state: state as DerivationState,
  };
}

function isColumn(name: unknown): name is string {
  return typeof name === 'string' && COLUMN.test(name) && !RESERVED.has(name.toLowerCase());
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

export function isDigits(digits: unknown): digits is number {
  return isWhole(digits, 0, MOST_DIGITS);
}

/** A Date can be changed by its owner later on. */
export function wherePairs(where: readonly (readonly [string, unknown])[]): ReadSummary['where'] {
  return where.map(([property, value]) => [property, value instanceof Date ? new Date(value) : value]);
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}
