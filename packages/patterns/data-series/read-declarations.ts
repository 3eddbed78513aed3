import { columnNameProblem, type DefinitionScope, declaredEntries } from '@tablewright/core';
import type { Slots } from './slots.js';
import { type SeriesType, VALUE_KINDS, type ValueKind } from './values.js';

/** A declaration of which only its shape is known to be right. */
export interface ReadSeries {
  readonly name: string;
  readonly slots: Slots<unknown>;
  readonly kind: ValueKind;
  /** What stands before and behind the number of the slot. */
  readonly affixes: readonly [string, string];
  readonly missing: number | bigint | undefined;
  readonly perRow: number;
  readonly create: boolean | undefined;
}

const OPTIONS: readonly string[] = ['slots', 'type', 'column', 'missing', 'perRow', 'create'];
const PER_ROW = 200;
const MOST_PER_ROW = 250;
const MOST_SLOTS = 22_500;
const SLOT = '{slot}';

/** Takes declarations apart, whoever wrote them: each option is read once, and kept as it is now. */
export function readDeclarations(scope: DefinitionScope, declarations: unknown): readonly ReadSeries[] {
  const entries = declaredEntries(declarations);
  if (!entries || entries.length === 0) {
    return scope.fail(
      "declare series by their name: { perHour: { slots: hoursOfDay(), type: 'int32', column: 'Count{slot}' } }.",
    );
  }
  return entries.map(([name, declaration]) => readDeclaration(scope, name, declaration));
}

function readDeclaration(scope: DefinitionScope, name: string, declaration: unknown): ReadSeries {
  const fail = (problem: string) => scope.fail(`'${name}': ${problem}`);
  if (name === '') return fail('choose another name.');
  const entries = declaredEntries(declaration);
  if (!entries) return fail("a declaration is an object: { slots, type, column: 'Count{slot}' }.");
  const unknown = entries.find(([option]) => !OPTIONS.includes(option));
  if (unknown) return fail(`'${unknown[0]}' is not an option of a series. Use ${OPTIONS.join(', ')}.`);
  const { slots, type, column, missing, perRow = PER_ROW, create } = Object.fromEntries(entries);
  if (typeof type !== 'string' || !Object.hasOwn(VALUE_KINDS, type)) {
    return fail(`type is one of ${Object.keys(VALUE_KINDS).join(', ')}.`);
  }
  const kind = VALUE_KINDS[type as SeriesType];
  if (missing !== undefined && kind.encode(missing) === undefined) {
    return fail(`missing is ${kind.expects}, or left out.`);
  }
  if (create !== undefined && typeof create !== 'boolean') return fail('create is true or false.');
  if (!isWhole(perRow, 1, MOST_PER_ROW)) return fail(`perRow is a whole number from 1 to ${MOST_PER_ROW}.`);
  const read = readSlots(slots);
  if (!read)
    return fail(`slots are hoursOfDay(), or slots({ count, of, at }) with 1 to ${MOST_SLOTS} of them.`);
  const twisted = twistedSlot(read);
  if (twisted !== undefined)
    return fail(`slots: of(at(${twisted})) is not ${twisted}. Correct the functions.`);
  const affixes = typeof column === 'string' ? column.split(SLOT) : [];
  if (affixes.length !== 2) return fail("column has {slot} once, as in 'Count{slot}'.");
  const problem = columnNameProblem(`${affixes[0]}${'9'.repeat(8)}${affixes[1]}`);
  if (problem) return fail(`a column called '${column}' ${problem}.`);
  return {
    name,
    slots: read,
    kind,
    affixes: affixes as [string, string],
    missing: missing as number | bigint | undefined,
    perRow,
    create,
  };
}

/** As they are now, whatever becomes of the object that they were declared with. */
function readSlots(value: unknown): Slots<unknown> | undefined {
  const { count, first, of, at } = (value ?? {}) as Partial<Slots<unknown>>;
  if (!isWhole(count, 1, MOST_SLOTS) || !isWhole(first, 0, 1e6)) return undefined;
  return typeof of === 'function' && typeof at === 'function' ? { count, first, of, at } : undefined;
}

function twistedSlot({ count, of, at }: Slots<unknown>): number | undefined {
  for (let index = 0; index < count; index++) {
    try {
      if (of(at(index)) === index) continue;
    } catch {
      // It gives no slot: the same answer.
    }
    return index;
  }
  return undefined;
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}
