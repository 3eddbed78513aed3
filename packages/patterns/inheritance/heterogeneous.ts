import type { EntityClass, MixedMember } from '@tablewright/core';
import { MixedTable } from '@tablewright/core';
import { checkDerivedApart, sharedTable } from './check-rows.js';
import type { ConstructorArgs } from './constructor-args.js';
import { type HeterogeneousParts, HeterogeneousRepository } from './heterogeneous-repository.js';
import { membersOf } from './member.js';
import type { MemberOf } from './types.js';

/** A class of repositories over several entity classes: extend it, or construct it as it is. */
export interface HeterogeneousClass<M extends readonly MixedMember[]> {
  new (...args: ConstructorArgs<M>): HeterogeneousRepository<M>;
  readonly members: M;
}

/**
 * One repository over entity classes that share a table, without a common base: each with its own keys. Their rows are
 * told apart by the literals in front of their key templates, or by a discriminator. The members are entity classes, or
 * their repository classes where patterns belong to a class.
 *
 * @example
 * ```
 * class Staff extends Heterogeneous([Department, EmployeeRepository]) {}
 * const staff = new Staff(store);
 * for await (const item of staff.query({ partition: { department: 'Sales' } })) …
 * ```
 */
export function Heterogeneous<const M extends readonly MemberOf<EntityClass>[]>(
  members: M,
): HeterogeneousClass<M> {
  const found = membersOf(members, 'Heterogeneous');
  const models = found.map(({ model }) => model);
  const name = models.map((model) => model.name).join(' | ');
  const Mixed = MixedTable(members);
  checkDerivedApart(found);
  const parts: HeterogeneousParts = Object.freeze({
    name,
    members: found,
    table: sharedTable(models, name),
    Mixed,
  });
  return class extends HeterogeneousRepository<M> {
    static override readonly parts = parts;
    static readonly members = members;
  } as unknown as HeterogeneousClass<M>;
}
