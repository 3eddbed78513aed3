import type { CallOptions, EntityClass, Pattern, PatternHost } from '@tablewright/core';
import type { FamilyApi, NeedsOf } from './api.js';
import { checkKeys } from './check-keys.js';
import { checkKinds, derivedClash } from './check-kinds.js';
import type { ChildCheck } from './child-check.js';
import { type ChildKind, readChildren } from './child-kind.js';
import { withParent } from './child-repository.js';
import { deleteFamily } from './delete-family.js';
import { Families } from './families.js';
import { rangeOf } from './family-range.js';
import { familyInserts, familyOf } from './insert-family.js';
import type { Children } from './member.js';
import { readFamily, readFamilyOrThrow } from './read-family.js';
import { Relatives } from './relatives.js';

const NAME = 'CompoundKey';

/**
 * The compound key pattern: entities that belong to another one are stored beside it, under keys that begin with its
 * key. One request reads a parent with all of its children, and one transaction writes them. Nothing is stored twice,
 * and each entity stays an ordinary one of its class, with a repository of its own.
 *
 * @example
 * ```
 * // Employee: row 'empid_{id:06}'; Review: row 'empid_{id:06}_{year:04}'
 * class EmployeeRepository extends Repository(Employee).with(CompoundKey({ reviews: Review })) {}
 * const { parent, reviews } = await employees.family({ department: 'Sales', id: 123 });
 * const review = await employees.reviews.get({ department: 'Sales', id: 123, year: 2012 });
 * ```
 */
export function CompoundKey<C extends EntityClass, const D extends Children>(
  children: D & { readonly [N in keyof D]: ChildCheck<C, D[N], N> },
): Pattern<C, FamilyApi<C, D>, NeedsOf<D>> {
  return {
    name: NAME,
    define(scope) {
      if (scope.applied.includes(NAME)) scope.fail('declare all children in one CompoundKey({ … }).');
      const declared = readChildren(scope, children);
      checkKinds(scope, declared);
      checkKeys(scope, declared);
      return {
        clash: (patterns) => derivedClash(scope.model, patterns, declared),
        members: membersOf(declared.map((child) => withParent(scope, child))),
      };
    },
  };
}

function membersOf(kinds: readonly ChildKind[]): Record<string, (host: PatternHost) => unknown> {
  const made = new WeakMap<PatternHost, Relatives>();
  const relativesOf = (host: PatternHost): Relatives => {
    const relatives = made.get(host) ?? new Relatives(host, kinds);
    made.set(host, relatives);
    return relatives;
  };
  const member =
    <A extends readonly unknown[], R>(run: (relatives: Relatives, ...args: A) => Promise<R>) =>
    (host: PatternHost) =>
    async (...args: A) =>
      run(relativesOf(host), ...args);
  const children = kinds.map(({ name }, i): [string, (host: PatternHost) => unknown] => [
    name,
    (host) => relativesOf(host).children[i]!.repository,
  ]);
  return {
    ...Object.fromEntries(children),
    family: member(readFamily),
    familyOrThrow: member(readFamilyOrThrow),
    families: (host) => (args: unknown) => new Families(relativesOf(host), rangeOf(host.context, args)),
    insertFamily: member(async (relatives, parent: object, given?: unknown, options?: CallOptions) => {
      const { writes, names } = familyInserts(relatives, parent, given);
      return familyOf(relatives, names, await writes.commit(options));
    }),
    deleteFamily: member(deleteFamily),
    explainInsertFamily: member(async (relatives, parent: object, given?: unknown) =>
      familyInserts(relatives, parent, given).writes.explain(),
    ),
  };
}
