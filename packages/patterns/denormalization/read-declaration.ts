import { type DerivationState, declaredEntries } from '@tablewright/core';

type Pairs = readonly (readonly [string, string])[];

/** A declaration of which only its shape is known to be right. */
export interface ReadDeclaration {
  readonly name: string;
  readonly link: Pairs;
  readonly copy: Pairs;
  /** The literal with which index rows begin; `undefined` for a scan. */
  readonly index: string | undefined;
  readonly onDelete: 'refuse' | 'clear';
  readonly state: DerivationState;
}

const OPTIONS: readonly string[] = ['name', 'link', 'copy', 'referrers', 'onDelete', 'state'];
const STATES: readonly unknown[] = ['building', 'ready', 'dropping'] satisfies DerivationState[];

/** Takes a declaration apart, whoever wrote it: each option is read once, and kept as it is now. */
export function readDeclaration(declaration: unknown, refuse: (problem: string) => never): ReadDeclaration {
  const entries = declaredEntries(declaration);
  if (!entries) return refuse("declare it: { name: 'manager', link: { … }, copy: { … } }.");
  const { name, ...options } = Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name === '') return refuse('give it a name.');
  const fail = (problem: string) => refuse(`'${name}': ${problem}`);
  const unknown = entries.find(([option]) => !OPTIONS.includes(option));
  if (unknown) fail(`'${unknown[0]}' is not an option of a denormalization. Use ${OPTIONS.join(', ')}.`);
  const { referrers = 'scan', onDelete = 'refuse', state = 'ready' } = options;
  const link = options['link'] === undefined ? [] : pairsOf(options['link']);
  const copy = pairsOf(options['copy']);
  if (!link) return fail("link gives properties for variables of the source's RowKey: { id: 'managerId' }.");
  if (!copy || copy.length === 0) {
    return fail(
      "copy gives properties of the source for those of the referrer: { managerName: 'lastName' }.",
    );
  }
  if (onDelete !== 'refuse' && onDelete !== 'clear') return fail("onDelete is 'refuse' or 'clear'.");
  if (!STATES.includes(state)) return fail(`state is one of ${STATES.join(', ')}.`);
  const index = referrers === 'scan' ? undefined : indexOf(referrers);
  if (index === '') return fail("referrers is 'scan' or { index: 'managed_' }, with a literal of its own.");
  return { name, link, copy, index, onDelete, state: state as DerivationState };
}

/** Empty where it is none. */
function indexOf(referrers: unknown): string {
  const entries = declaredEntries(referrers) ?? [];
  const [[option, value] = []] = entries;
  return entries.length === 1 && option === 'index' && typeof value === 'string' ? value : '';
}

function pairsOf(value: unknown): Pairs | undefined {
  const entries = declaredEntries(value);
  return entries?.every(([, property]) => typeof property === 'string') ? (entries as Pairs) : undefined;
}
