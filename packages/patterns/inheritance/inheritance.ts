import { type EntityClass, type KeyCheck, type MixedMember, modelOf } from '@tablewright/core';
import { checkFamily } from './check-family.js';
import { checkDerivedApart, sharedTable } from './check-rows.js';
import type { ConstructorArgs } from './constructor-args.js';
import { type Family, InheritanceRepository } from './inheritance-repository.js';
import { membersOf } from './member.js';
import type { BaseClass, BaseOf, MembersOf } from './types.js';

/** A class of repositories over a base class and its subclasses: extend it, or construct it as it is. */
export interface InheritanceClass<B extends BaseClass, M extends readonly MixedMember[]> {
  new (...args: ConstructorArgs<M>): InheritanceRepository<B, M>;
  readonly members: M;
}

/**
 * One repository over a base class and its subclasses in one table. The members are entity classes, or their
 * repository classes where patterns belong to a class. Every row carries a discriminator, which says of which class it
 * is; classes that one repository could not hold are refused here, with what to do.
 *
 * @example
 * ```
 * class People extends Inheritance(Person, [EmployeeRepository, Customer]) {}
 * const people = new People(store);
 * const someone = await people.get({ country: 'DE', id: 7 }); // 1 request
 * if (someone instanceof Employee) …
 * ```
 */
export function Inheritance<B extends BaseClass, const M extends MembersOf<B>>(
  base: B & KeyCheck<BaseOf<B>, B['key']>,
  members: M,
): InheritanceClass<B, M> {
  const model = modelOf(base as unknown as EntityClass);
  const found = membersOf(members, model.name);
  checkFamily(model, found);
  checkDerivedApart(found);
  const family: Family = Object.freeze({
    name: model.name,
    base: model.entity,
    members: found,
    table: sharedTable([model, ...found.map((member) => member.model)], model.name),
    given: Object.freeze([...members]),
  });
  return class extends InheritanceRepository<B, M> {
    static override readonly family = family;
    static readonly members = members;
  } as unknown as InheritanceClass<B, M>;
}
