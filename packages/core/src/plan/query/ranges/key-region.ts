import type { EntityCodec } from '../../../codec/index.js';
import { type CompiledTemplate, KeyTooLongError, KeyValueError } from '../../../keys/index.js';
import type { Compare, Condition } from '../condition.js';
import { boundRanges } from './bound-ranges.js';
import { type CutRange, isEmpty, keysBeginningWith, onlyKey } from './cut-range.js';

/** Where the keys of a template lie that satisfy some conditions. */
export interface KeyRegion {
  /** The only possible key: every variable is known. */
  readonly key?: string;
  /** Disjoint and in order; empty when no key satisfies the conditions. */
  readonly ranges: readonly CutRange[];
  /** The variables that are known by equality. */
  readonly equal: readonly string[];
  /** The variable behind them, if a bound on it narrows the ranges. */
  readonly bounded?: string;
  /** The conditions that being in the region says exactly. */
  readonly decided: ReadonlySet<Condition>;
}

/**
 * The region of a template's keys for conditions that must all hold. `each` is the array property whose
 * elements the template names.
 */
export function keyRegion(
  codec: EntityCodec,
  template: CompiledTemplate,
  conditions: readonly Condition[],
  each?: string,
): KeyRegion {
  const values = Object.create(null) as Record<string, unknown>;
  const decided = new Set<Condition>();
  const equal: string[] = [];
  for (const { name } of template.variables) {
    const leaf = conditions.find((part): part is Compare => pins(part, name, each));
    if (leaf === undefined) break;
    values[name] = name === each ? leaf.value : codec.property(name)!.toStored(leaf.value);
    decided.add(leaf);
    equal.push(name);
  }
  const whole = equal.length === template.variables.length;
  // A value that the template cannot write is in no key.
  const prefix = written(() =>
    whole ? template.encode(values) : template.encodePrefix(values, equal.length),
  );
  if (prefix === undefined) return { ranges: [], equal, decided };
  if (whole) return { key: prefix, ranges: [onlyKey(prefix)], equal, decided };

  const next = template.variables[equal.length]!;
  const prefixWith = (value: unknown) =>
    written(() => template.encodePrefix({ ...values, [next.name]: value }, equal.length + 1));
  const leaves = conditions.filter((part): part is Compare => isCompareOf(part, next.name));
  const applicable = codec.property(next.name)?.model.convert === undefined && next.name !== each;
  const bounds = applicable ? boundRanges(next, prefix, prefixWith, leaves) : { ranges: [], decided: [] };
  for (const leaf of bounds.decided) decided.add(leaf);
  const narrowed = bounds.ranges.length > 0;
  const ranges = narrowed ? bounds.ranges.filter((range) => !isEmpty(range)) : [keysBeginningWith(prefix)];
  return { ranges, equal, decided, ...(narrowed && { bounded: next.name }) };
}

/** Whether a condition gives a variable its only possible value. */
function pins(condition: Condition, variable: string, each: string | undefined): boolean {
  return isCompareOf(condition, variable) && condition.comparison === (variable === each ? 'contains' : 'eq');
}

function isCompareOf(condition: Condition, property: string): condition is Compare {
  return condition.kind === 'compare' && condition.property === property;
}

/** `undefined` for what a key cannot hold: not an error of the query, there is just no such row. */
export function written(write: () => string): string | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof KeyValueError || error instanceof KeyTooLongError) return undefined;
    throw error;
  }
}
