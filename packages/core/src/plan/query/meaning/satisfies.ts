import type { EntityCodec, PropertyCodec } from '../../../codec/index.js';
import type { Compare, Condition } from '../condition.js';
import { comparableOf, holds } from './comparable.js';

/** Says of an entity whether it satisfies the condition that this was compiled from. */
export type Predicate = (entity: object) => boolean;

/**
 * Whether an entity satisfies a condition, by its properties alone: what conditions mean, whatever the
 * service can or cannot filter.
 *
 * @example
 * satisfies(codec, { kind: 'compare', property: 'age', comparison: 'ge', value: 18 }, employee);
 */
export function satisfies(codec: EntityCodec, condition: Condition, entity: object): boolean {
  return compileCondition(codec, condition)(entity);
}

/** The same for many entities: the condition's own values are looked at only once. */
export function compileCondition(codec: EntityCodec, condition: Condition): Predicate {
  switch (condition.kind) {
    case 'compare':
      return compileCompare(codec.property(condition.property)!, condition);
    case 'absent':
      return (entity) => isMissing(read(entity, condition.property));
    case 'not': {
      const inner = compileCondition(codec, condition.condition);
      return (entity) => !inner(entity);
    }
    case 'and': {
      const all = condition.all.map((part) => compileCondition(codec, part));
      return (entity) => all.every((part) => part(entity));
    }
    case 'or': {
      const any = condition.any.map((part) => compileCondition(codec, part));
      return (entity) => any.some((part) => part(entity));
    }
  }
}

function compileCompare(property: PropertyCodec, { comparison, value: wanted }: Compare): Predicate {
  const name = property.model.property;
  if (comparison === 'contains') {
    return (entity) => {
      const value = read(entity, name);
      return Array.isArray(value) && value.includes(wanted);
    };
  }
  const operand = comparableOf(property, comparison, wanted);
  return (entity) => {
    const value = read(entity, name);
    if (isMissing(value)) return comparison === 'ne';
    return holds(comparableOf(property, comparison, value), comparison, operand);
  };
}

function read(entity: object, property: string): unknown {
  return (entity as Readonly<Record<string, unknown>>)[property];
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}
