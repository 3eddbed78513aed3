import {
  type DefinitionScope,
  declaredEntries,
  type EntityClass,
  type EntityModel,
  modelOf,
} from '@tablewright/core';
import type { FamilyOperations } from './api.js';
import { type AnyRepositoryClass, type Children, repositoryClassOf } from './member.js';

/** A child of a family, as it was declared. */
export interface ChildKind {
  readonly name: string;
  readonly model: EntityModel;
  readonly repository: AnyRepositoryClass;
}

/** What families and their repositories have already. */
const TAKEN: ReadonlySet<string> = new Set<keyof FamilyOperations<EntityClass, Children> | 'parent' | ''>([
  '',
  'parent',
  'family',
  'familyOrThrow',
  'families',
  'insertFamily',
  'deleteFamily',
  'explainInsertFamily',
]);
const EXAMPLE = 'declare each child by its name: { reviews: Review }';

/** Takes a declaration apart, whoever wrote it. */
export function readChildren(scope: DefinitionScope, declared: unknown): readonly ChildKind[] {
  const entries = declaredEntries(declared);
  if (!entries || entries.length === 0) return scope.fail(`${EXAMPLE}.`);
  return entries.map(([name, member]) => {
    if (TAKEN.has(name)) return scope.fail(`a child cannot be called '${name}'. Rename it.`);
    const repository = repositoryClassOf(member);
    if (!repository) {
      return scope.fail(`'${name}' is neither an entity class nor a repository class: ${EXAMPLE}.`);
    }
    if ('of' in repository.prototype) {
      return scope.fail(
        `the repository of '${name}' has a member called 'of', which children get. Rename it.`,
      );
    }
    return { name, model: modelOf(repository.entity), repository };
  });
}
