import type { EntityCodec, PropertyCodec } from '../../../codec/index.js';
import { timeOf } from '../../../edm/index.js';
import { describeValue, isTablewrightError } from '../../../errors/index.js';
import { type Compare, type Comparison, type Condition, MAX_DEPTH } from '../condition.js';
import { ConditionError, type ConditionRule } from '../errors.js';
import { comparableOf } from './comparable.js';
import { allowedComparisons, COMPARISONS } from './comparisons.js';

/**
 * Throws a coded error unless every property is mapped, every comparison is one that its kind has, and every
 * value is one that the property could hold.
 */
export function checkCondition(codec: EntityCodec, condition: Condition): void {
  readCondition(codec, condition);
}

/** A checked copy of a condition, which the caller cannot change any more. */
export function readCondition(codec: EntityCodec, condition: unknown): Condition {
  const entity = codec.model.name;
  try {
    return read({ codec, entity }, condition, 0);
  } catch (cause) {
    if (isTablewrightError(cause)) throw cause;
    // A revoked Proxy, or a getter that throws.
    throw shapeError(entity, { cause });
  }
}

interface Reader {
  readonly codec: EntityCodec;
  readonly entity: string;
}

function read(reader: Reader, source: unknown, depth: number): Condition {
  if (depth > MAX_DEPTH) {
    const message = `${reader.entity}: a condition nests deeper than ${MAX_DEPTH} levels, or contains itself. Flatten it.`;
    throw new ConditionError(message, { entity: reader.entity, rule: 'DEPTH' });
  }
  if (typeof source !== 'object' || source === null) throw shapeError(reader.entity);
  const given = source as Readonly<Record<string, unknown>>;
  const readAll = (parts: unknown) => {
    if (!Array.isArray(parts)) throw shapeError(reader.entity);
    return Array.from(parts, (part) => read(reader, part, depth + 1));
  };
  switch (given['kind']) {
    case 'compare':
      return readCompare(reader, given['property'], given['comparison'], given['value']);
    case 'absent':
      return { kind: 'absent', property: propertyOf(reader, given['property']).model.property };
    case 'not':
      return { kind: 'not', condition: read(reader, given['condition'], depth + 1) };
    case 'and':
      return { kind: 'and', all: readAll(given['all']) };
    case 'or':
      return { kind: 'or', any: readAll(given['any']) };
    default:
      throw shapeError(reader.entity);
  }
}

function readCompare(reader: Reader, name: unknown, comparison: unknown, value: unknown): Compare {
  const property = propertyOf(reader, name);
  const { kind, convert } = property.model;
  const fail = refusal(reader, property);
  if (!isComparison(comparison)) throw shapeError(reader.entity);
  const allowed = allowedComparisons(property.model);
  if (!allowed.includes(comparison)) {
    const remedy = allowed.length === 0 ? 'it can only be absent' : `use ${allowed.join(', ')}`;
    throw fail('COMPARISON', `is ${kind}, which has no '${comparison}': ${remedy}`);
  }
  if (value === undefined || value === null) {
    throw fail('VALUE', `is compared with ${value}, which no value equals: ask whether it is absent`);
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw fail('VALUE', 'is compared with text that holds half of a surrogate pair, which is never stored');
  }
  const checked = checkValue(property, comparison, value, fail);
  const compare = { kind: 'compare', property: property.model.property, comparison, value: checked } as const;
  if (convert === undefined || (comparison !== 'eq' && comparison !== 'ne')) return compare;
  return { ...compare, cell: property.encodePresent(checked) };
}

type Fail = (rule: ConditionRule, problem: string) => ConditionError;

function checkValue(property: PropertyCodec, comparison: Comparison, value: unknown, fail: Fail): unknown {
  const { kind, convert } = property.model;
  const copy = snapshot(value);
  if (comparison === 'contains') {
    if (typeof copy === 'string' || typeof copy === 'boolean' || Number.isFinite(copy)) return copy;
    const expected = 'text, a finite number or a boolean';
    throw fail('VALUE', `may contain ${expected}, not ${describeValue(copy, expected)}`);
  }
  if (comparison === 'startsWith') {
    if (typeof copy === 'string') return copy;
    throw fail('VALUE', `starts with text, not with ${describeValue(copy, 'text')}`);
  }
  if (convert === undefined || comparison === 'eq' || comparison === 'ne') {
    const cell = property.encodePresent(copy);
    // An integer has no -0, and a Guid no upper case.
    return convert === undefined && (kind === 'int32' || kind === 'guid') ? cell : copy;
  }
  if (comparableOf(property, comparison, copy) !== undefined) return copy;
  throw fail('VALUE', `is compared by order with ${describeValue(copy, '')}, which has none: use eq or ne`);
}

/** The caller may set his Date to another time later. */
function snapshot(value: unknown): unknown {
  const time = typeof value === 'object' ? timeOf(value) : undefined;
  return time === undefined ? value : new Date(time);
}

function isComparison(comparison: unknown): comparison is Comparison {
  return COMPARISONS.includes(comparison as Comparison);
}

function propertyOf({ codec, entity }: Reader, name: unknown): PropertyCodec {
  const property = typeof name === 'string' ? codec.property(name) : undefined;
  if (property !== undefined) return property;
  if (typeof name !== 'string') throw shapeError(entity);
  const message = `${entity} does not map '${name}', so no query can ask for it. Decorate the property, or correct the name.`;
  throw new ConditionError(message, { entity, rule: 'PROPERTY_UNKNOWN', property: name });
}

function refusal({ entity }: Reader, property: PropertyCodec): Fail {
  const name = property.model.property;
  return (rule, problem) =>
    new ConditionError(`${entity}.${name} ${problem}.`, { entity, rule, property: name });
}

function shapeError(entity: string, options?: ErrorOptions): ConditionError {
  const message = `${entity}: a condition is { kind: 'compare' | 'absent' | 'and' | 'or' | 'not', … } with known comparisons. Build it with the query's methods.`;
  return new ConditionError(message, { entity, rule: 'SHAPE' }, options);
}
