import type { EntityCodec, PropertyCodec } from '../../../codec/index.js';
import type { AccessPath } from '../access-path.js';
import type { Compare, Condition } from '../condition.js';
import { satisfies } from '../meaning/satisfies.js';
import { compareFilter, type Translated } from './compare-filter.js';

export type { Translated } from './compare-filter.js';

/** Turns conditions into filters on the rows of one path. */
export type Translate = (condition: Condition) => Translated | undefined;

/**
 * A translator for the rows of a path. What it gives is always a superset; undefined means that nothing less
 * than all rows would be one. Nothing can be said of `opaque` columns.
 */
export function translator(codec: EntityCodec, path: AccessPath, opaque = false): Translate {
  if (opaque) return () => undefined;
  const inKeys = new Set([...path.partition.variables, ...path.row.variables].map(({ name }) => name));
  // The service sees older rows as they are, before any upgrade.
  const hasColumn = ({ model }: PropertyCodec) =>
    codec.model.upgrades.size === 0 &&
    model.stored &&
    !inKeys.has(model.property) &&
    (path.carries?.has(model.property) ?? true);

  const translate: Translate = (condition) => {
    switch (condition.kind) {
      case 'compare': {
        const property = codec.property(condition.property)!;
        if (!hasColumn(property) || defaultSatisfies(codec, property, condition)) return undefined;
        return compareFilter(property, condition);
      }
      case 'and':
        return allOf(condition.all.map(translate));
      case 'or':
        return anyOf(condition.any.map(translate));
      default:
        return undefined;
    }
  };
  return translate;
}

/** An absent column reads as its default, but to the service it is just absent. */
function defaultSatisfies(codec: EntityCodec, { model }: PropertyCodec, leaf: Compare): boolean {
  if (model.makeDefault === undefined) return false;
  if (!model.constantDefault) return true;
  try {
    return satisfies(codec, leaf, { [model.property]: model.makeDefault() });
  } catch {
    // It may only work while an entity is read: nothing is known of it here.
    return true;
  }
}

function allOf(parts: readonly (Translated | undefined)[]): Translated | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0) return undefined;
  const exact = known.length === parts.length && known.every((part) => part.exact);
  return { filter: { kind: 'all', parts: known.map(({ filter }) => filter) }, exact };
}

function anyOf(parts: readonly (Translated | undefined)[]): Translated | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return {
    filter: { kind: 'any', parts: known.map(({ filter }) => filter) },
    exact: known.every((part) => part.exact),
  };
}
