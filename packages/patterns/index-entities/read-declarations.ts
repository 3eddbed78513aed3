import { type DefinitionScope, type DerivationState, declaredEntries } from '@tablewright/core';
import { MOST_CHUNKS } from '../shared/chunks.js';

/** A declaration of which only its shape is known to be right. */
export interface ReadList {
  readonly name: string;
  readonly row: string;
  readonly column: string;
  readonly chunks: number;
  readonly where: readonly (readonly [property: string, value: unknown])[];
  readonly state: DerivationState;
}

const OPTIONS: readonly string[] = ['row', 'column', 'chunks', 'where', 'state'];
const STATES: readonly unknown[] = ['building', 'ready', 'dropping'] satisfies DerivationState[];
/** A name that stays one when a number of two digits follows: a row holds no more than 32 full columns. */
const COLUMN = /^[A-Za-z_][A-Za-z0-9_]{0,200}$/;

/** Takes declarations apart, whoever wrote them: each option is read once, and kept as it is now. */
export function readDeclarations(scope: DefinitionScope, declarations: unknown): readonly ReadList[] {
  const entries = declaredEntries(declarations);
  if (!entries || entries.length === 0) {
    return scope.fail("declare lists by their name: { byLastName: { row: 'lastname_{lastName}' } }.");
  }
  return entries.map(([name, declaration]) => readDeclaration(scope, name, declaration));
}

function readDeclaration(scope: DefinitionScope, name: string, declaration: unknown): ReadList {
  const fail = (problem: string) => scope.fail(`'${name}': ${problem}`);
  if (name === '') return fail('choose another name.');
  const entries = declaredEntries(declaration);
  if (!entries) return fail("a declaration is an object: { row: 'lastname_{lastName}' }.");
  const options = new Map(entries);
  const unknown = entries.find(([option]) => !OPTIONS.includes(option));
  if (unknown) return fail(`'${unknown[0]}' is not an option of a list. Use ${OPTIONS.join(', ')}.`);
  const row = options.get('row');
  const column = options.get('column') ?? 'Ids';
  const chunks = options.get('chunks') ?? 1;
  const state = options.get('state') ?? 'ready';
  const where = options.get('where') === undefined ? [] : declaredEntries(options.get('where'));
  if (typeof row !== 'string') return fail("row is a template such as 'lastname_{lastName}'.");
  if (typeof column !== 'string' || !isColumn(column)) {
    return fail('column is a name of letters, digits and underscores, such as EmployeeIDs.');
  }
  if (!isCount(chunks)) return fail(`chunks is a whole number from 1 to ${MOST_CHUNKS}.`);
  if (!STATES.includes(state)) return fail(`state is one of ${STATES.join(', ')}.`);
  if (!where) return fail('where is an object of properties and values: { active: true }.');
  return {
    name,
    row,
    column,
    chunks,
    where: where.map(([property, value]) => [property, value instanceof Date ? new Date(value) : value]),
    state: state as DerivationState,
  };
}

const RESERVED = new Set(['partitionkey', 'rowkey', 'timestamp', 'etag', 'constructor', 'prototype']);

function isColumn(name: string): boolean {
  return COLUMN.test(name) && !name.startsWith('__') && !RESERVED.has(name.toLowerCase());
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MOST_CHUNKS;
}
