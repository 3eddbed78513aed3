import {
  type DefinitionScope,
  type EntityClass,
  type KeyTemplate,
  OptionsError,
  type Query,
} from '@tablewright/core';
import type { ChildKind } from './child-kind.js';
import type { AnyRepositoryClass } from './member.js';

/** The child with a repository class that knows its parent. */
export function withParent({ model: parent, codec }: DefinitionScope, child: ChildKind): ChildKind {
  const variables = [...parent.partition.variables, ...parent.row.variables].map(({ name }) => name);
  const Base: AnyRepositoryClass = child.repository;
  const repository = class extends Base {
    of(owner: object): Query<object, KeyTemplate> {
      if (typeof owner !== 'object' || owner === null) {
        throw new OptionsError('parent', `of() takes a ${parent.name}, or the key of one.`);
      }
      // A part of a key would ask for the children of many.
      codec.keys(owner);
      const key = variables.map((name) => [name, (owner as Readonly<Record<string, unknown>>)[name]]);
      return this.query(Object.fromEntries(key)) as Query<object, EntityClass['key']>;
    }
  };
  return { ...child, repository };
}
