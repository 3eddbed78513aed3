import type { DefinitionScope, EntityModel } from '@tablewright/core';
import { type OtherSide, otherSide } from './open-related.js';
import { hasProperty, type Pairs, readOptions, readPairs } from './pairs.js';
import { samePartitionProblem } from './same-partition.js';

/** A relation to many entities, of which all is known that can be before it is used. */
export interface ManySide {
  readonly name: string;
  readonly other: OtherSide;
  /** Properties of the others, and the property of the one with the same value. */
  readonly by: Pairs;
  /** Properties of the others that repeat one of the one. */
  readonly copies: Pairs;
  readonly samePartition: boolean;
  /** Fails where the declaration does not fit the other side. */
  check(other: EntityModel): void;
}

const OPTIONS = ['of', 'by', 'samePartition', 'copies'] as const;

export function readManyRelation(scope: DefinitionScope, name: string, declaration: unknown): ManySide {
  const { model, fail } = scope;
  const { of, by, samePartition = false, copies } = readOptions(scope, name, declaration, OPTIONS);
  if (typeof samePartition !== 'boolean') return fail(`'${name}': samePartition is true or false.`);
  const side: ManySide = {
    name,
    other: otherSide(scope, name, of),
    by: readPairs(scope, name, 'by', by),
    copies: copies === undefined ? new Map() : readPairs(scope, name, 'copies', copies),
    samePartition,
    check: (other) => checkSide(scope, side, other),
  };
  for (const property of [...side.by.values(), ...side.copies.values()]) {
    if (!hasProperty(model, property)) fail(`'${name}': there is no property '${property}'.`);
  }
  if (side.other.model) side.check(side.other.model);
  return side;
}

function checkSide({ model, fail }: DefinitionScope, side: ManySide, other: EntityModel): void {
  const { name, by, copies } = side;
  for (const property of [...by.keys(), ...copies.keys()]) {
    if (!other.properties.has(property)) fail(`'${name}': ${other.name} has no property '${property}'.`);
  }
  for (const copy of copies.keys()) {
    const { inKey, computed } = other.properties.get(copy)!;
    if (inKey || computed || by.has(copy)) {
      fail(
        `'${name}': '${copy}' of ${other.name} cannot be a copy: it is computed, a link or a part of the key.`,
      );
    }
  }
  const problem = side.samePartition ? samePartitionProblem(model, other, by) : undefined;
  if (problem !== undefined) fail(`'${name}': ${problem}`);
}
