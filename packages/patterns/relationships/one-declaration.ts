import type { DefinitionScope, EntityModel } from '@tablewright/core';
import { type OtherSide, otherSide } from './open-related.js';
import { hasProperty, type Pairs, readOptions, readPairs } from './pairs.js';

/** A relation to one entity, of which all is known that can be before it is used. */
export interface OneSide {
  readonly name: string;
  readonly other: OtherSide;
  /** Two properties with the other side's keys as they are stored; `undefined`: `pairs` say it. */
  readonly link: { readonly partitionKey: string; readonly rowKey: string } | undefined;
  /** For each variable of the other side's key, the property of this side; fails where that does not fit. */
  pairs(other: EntityModel): Pairs;
}

const OPTIONS = ['of', 'by', 'link'] as const;
const LINK = ['partitionKey', 'rowKey'] as const;

export function readOneRelation(scope: DefinitionScope, name: string, declaration: unknown): OneSide {
  const { of, by, link } = readOptions(scope, name, declaration, OPTIONS);
  const other = otherSide(scope, name, of);
  if (by !== undefined && link !== undefined) return scope.fail(`'${name}': give by or link, not both.`);
  const given = by === undefined ? undefined : readPairs(scope, name, 'by', by);
  const side: OneSide = {
    name,
    other,
    link: link === undefined ? undefined : readLink(scope, name, link),
    pairs: (model) => checkedPairs(scope, name, given, model),
  };
  if (other.model && !side.link) side.pairs(other.model);
  return side;
}

function readLink(scope: DefinitionScope, name: string, link: unknown): NonNullable<OneSide['link']> {
  const pairs = readPairs(scope, name, 'link', link);
  const [partitionKey, rowKey] = LINK.map((key) => pairs.get(key));
  if (partitionKey === undefined || rowKey === undefined || pairs.size !== LINK.length) {
    return scope.fail(`'${name}': link names two properties: { partitionKey: '…', rowKey: '…' }.`);
  }
  for (const property of [partitionKey, rowKey]) {
    if (scope.model.properties.get(property)?.kind !== 'text') {
      return scope.fail(`'${name}': link names '${property}', which is not a @Text() property.`);
    }
  }
  return { partitionKey, rowKey };
}

function checkedPairs(
  { model, fail }: DefinitionScope,
  name: string,
  given: Pairs | undefined,
  other: EntityModel,
): Pairs {
  const variables = other.keyProperties.map(({ property }) => property);
  const pairs = given ?? new Map(variables.map((variable) => [variable, variable]));
  const missing = variables.find((variable) => !pairs.has(variable));
  if (missing !== undefined) fail(`'${name}': by needs '${missing}', a part of the key of ${other.name}.`);
  for (const [variable, property] of pairs) {
    if (!variables.includes(variable)) {
      fail(`'${name}': by names '${variable}', which is no part of the key of ${other.name}.`);
    }
    if (!hasProperty(model, property)) {
      fail(`'${name}': there is no property '${property}' that would lead to ${other.name}. Name it in by.`);
    }
  }
  return pairs;
}
