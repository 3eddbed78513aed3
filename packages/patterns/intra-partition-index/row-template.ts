import type { CompiledTemplate, DefinitionScope } from '@tablewright/core';
import type { ReadIndex } from './read-indexes.js';

/**
 * Stands between the declared part of a RowKey and the entity's own RowKey. Core writes text in front of two
 * spaces in such a way that it keeps its order, and that no text can imitate them.
 */
const SEPARATOR = '  ';

/**
 * The template of an index's RowKeys. Of a non-unique index it goes on with the template of the entity's own
 * RowKey, so that two entities never share a row; variables that the index names itself are not repeated.
 */
export function rowTemplate(scope: DefinitionScope, declaration: ReadIndex): CompiledTemplate {
  const { row, unique, each } = declaration;
  const compile = (template: string) =>
    scope.compileTemplate(template, 'row', each && { [each.property]: each.kind });
  const declared = compile(row);
  return unique ? declared : compile(row + ending(declared, scope.model.row));
}

function ending(declared: CompiledTemplate, own: CompiledTemplate): string {
  const named = new Set(declared.variables.map(({ name }) => name));
  const missing = own.variables.filter(({ name }) => !named.has(name));
  if (missing.length === own.variables.length) return SEPARATOR + own.source;
  return missing
    .map(({ name, spec }) => `${SEPARATOR}{${name}${spec === undefined ? '' : `:${spec}`}}`)
    .join('');
}
