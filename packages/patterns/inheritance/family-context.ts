import type { Discriminator, EntityModel, PatternSet, RepositoryContext, RowStage } from '@tablewright/core';
import { FamilyCodec } from './family-codec.js';

/**
 * What the queries of a family work with: the properties and keys of its base, and the rows of all its classes. So
 * the planner, the executor and point reads are those of any repository.
 */
export function familyContext(
  base: RepositoryContext,
  members: readonly RepositoryContext[],
  memberOf: (target: object) => RepositoryContext,
): RepositoryContext {
  const models = members.map(({ model }) => model);
  const model: EntityModel = Object.freeze({
    ...base.model,
    discriminator: anyOf(models.map(({ discriminator }) => discriminator!)),
    // As soon as one class has older rows, filters of the service would miss them.
    upgrades: new Map(models.flatMap(({ upgrades }) => [...upgrades])),
  });
  return {
    ...base,
    model,
    codec: new FamilyCodec(
      model,
      members.map(({ codec }) => codec),
    ),
    patterns: familyPatterns(base.patterns, members),
    memberOf,
  };
}

function anyOf([first, ...others]: readonly Discriminator[]): Discriminator {
  return { ...first!, others: others.map(({ value }) => value) };
}

/** Rows that a class stores in another form are brought back by its own stages, and several of them put together. */
function familyPatterns(none: PatternSet, members: readonly RepositoryContext[]): PatternSet {
  const split = members.find(({ patterns }) => patterns.split)?.patterns.split;
  const whole = { ...none, split };
  if (members.every(({ patterns }) => patterns.stages.length === 0)) return whole;
  const stage: RowStage = {
    encode: (row) => row,
    async decode(raw) {
      const member = members.find(({ codec }) => codec.accepts(raw));
      let decoded = raw;
      for (const each of member?.patterns.stages.toReversed() ?? []) decoded = await each.decode(decoded);
      return decoded;
    },
  };
  return { ...whole, stages: [stage] };
}
