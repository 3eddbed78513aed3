import type { EntityCodec } from '../../codec/index.js';
import { KeyTemplateError } from '../../keys/index.js';
import {
  compilePropertyTemplate,
  DefinitionError,
  type DefinitionRule,
  type EntityModel,
} from '../../model/index.js';
import { definitionProblem } from './check-definition.js';
import { checkParts, checkPrerequisites, checkTogether } from './check-pattern.js';
import type { DefinitionScope, Pattern } from './pattern.js';
import { addPattern, type PatternSet } from './pattern-set.js';

/** Checks a pattern against an entity class and the patterns before it, and adds it to them. */
export function applyPattern(
  set: PatternSet,
  pattern: Pattern,
  codec: EntityCodec,
  isTaken: (member: string) => boolean,
): PatternSet {
  const { model } = codec;
  if (typeof pattern?.define !== 'function' || typeof pattern.name !== 'string' || pattern.name === '') {
    throw new DefinitionError(`${model.name}: with() takes a pattern.`, {
      entity: model.name,
      rule: 'PATTERN_INVALID',
    });
  }
  checkPrerequisites(model, set, pattern);
  const scope = definitionScope(codec, set, pattern.name);
  const definition = pattern.define(scope);
  const problem = definitionProblem(definition);
  if (problem !== undefined) scope.fail(problem);
  checkParts(model, set, definition, isTaken);
  const together = addPattern(set, pattern.name, definition);
  checkTogether(model, together);
  return together;
}

function definitionScope(codec: EntityCodec, set: PatternSet, pattern: string): DefinitionScope {
  const { model } = codec;
  const fail = (message: string, rule: DefinitionRule = 'PATTERN_INVALID'): never => {
    throw new DefinitionError(`${model.name}: ${pattern}: ${message}`, { entity: model.name, rule });
  };
  return {
    model,
    codec,
    applied: set.names,
    fail,
    compileTemplate: (template, where, elements) =>
      compiled(model, () => compilePropertyTemplate(model, template, where, elements)),
  };
}

/** A template that is written wrongly is a fault of the class that declares it. */
function compiled<T>({ name }: EntityModel, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof KeyTemplateError)) throw error;
    throw new DefinitionError(
      `${name}: ${error.message}`,
      { entity: name, rule: 'KEY_TEMPLATE' },
      { cause: error },
    );
  }
}
