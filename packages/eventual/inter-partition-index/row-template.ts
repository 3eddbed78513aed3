import type { CompiledTemplate, DefinitionScope } from '@tablewright/core';
import type { ReadDeclaration } from '@tablewright/patterns/indexing';

/** As in other indexes: no text in front of it can imitate it, and the order of that text is kept. */
const SEPARATOR = '  ';

/**
 * The templates of an index. Its RowKeys go on with the keys of the entity, so that no two entities make the same row;
 * variables that the index names itself are not repeated.
 */
export function templatesOf(
  scope: DefinitionScope,
  { row, each }: ReadDeclaration,
  partition: string,
): { readonly partition: CompiledTemplate; readonly row: CompiledTemplate } {
  const elements = each && { [each.property]: each.kind };
  const own = scope.compileTemplate(partition, 'partition');
  const declared = scope.compileTemplate(row, 'row', elements);
  const named = new Set([...own.variables, ...declared.variables].map(({ name }) => name));
  const { model } = scope;
  const ending = [model.partition, model.row].map((template) => missing(template, named)).join('');
  return { partition: own, row: scope.compileTemplate(row + ending, 'row', elements) };
}

/** What a template adds to the names that are known. */
function missing(template: CompiledTemplate, named: ReadonlySet<string>): string {
  const left = template.variables.filter(({ name }) => !named.has(name));
  if (left.length > 0 && left.length === template.variables.length) return SEPARATOR + template.source;
  return left
    .map(({ name, spec }) => `${SEPARATOR}{${name}${spec === undefined ? '' : `:${spec}`}}`)
    .join('');
}
