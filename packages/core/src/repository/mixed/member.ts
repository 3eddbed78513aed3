import { OptionsError } from '../../errors/index.js';
import { type EntityClass, type EntityModel, modelOf } from '../../model/index.js';
import { NO_PATTERNS, type PatternSet } from '../patterns/index.js';

/** A repository class, with its patterns. */
interface RepositoryMember<C extends EntityClass = EntityClass> {
  readonly entity: C;
  readonly patterns: PatternSet;
}

/**
 * What a mixed table holds: an entity class, or its repository class. With the latter, rows that patterns store
 * in another form are read, and rows that they derive are left out.
 */
export type MixedMember = EntityClass | RepositoryMember;

/** The entity class of a member. */
export type ClassOf<M> = M extends RepositoryMember<infer C> ? C : M extends EntityClass ? M : never;

/** A member, looked at closely. */
export interface MixedKind {
  readonly entity: EntityClass;
  readonly model: EntityModel;
  readonly patterns: PatternSet;
  /** How the row keys of derived rows begin. */
  readonly derived: readonly string[];
}

export function kindOf(member: MixedMember): MixedKind {
  if (typeof member !== 'function') {
    throw new OptionsError(
      'classes',
      'A mixed table is made of entity classes, or of their repository classes.',
    );
  }
  const isRepository = 'entity' in member && 'patterns' in member;
  const entity = (isRepository ? member.entity : member) as EntityClass;
  const patterns = isRepository ? (member.patterns as PatternSet) : NO_PATTERNS;
  const derived = patterns.derivations.flatMap((derivation) =>
    'rowPrefix' in derivation ? [derivation.rowPrefix] : [],
  );
  return { entity, model: modelOf(entity), patterns, derived };
}
