import type { PatternSet } from '@tablewright/core';
import type { Compiled } from './compile.js';

/**
 * What a source writes into its referrers goes past everything else that is derived from them: so nothing may be
 * derived from it.
 */
export function referrerClash(
  { name, filled }: Compiled,
  { derivations, deferred, stages }: PatternSet,
): string | undefined {
  if (stages.length > 0) return inOtherForm(name);
  if (deferred.length > 0) {
    return `'${deferred[0]!.name}' would not hear of copies that '${name}' changes together with their source. Keep them on different entities.`;
  }
  for (const other of derivations) {
    if (other.name === name) continue;
    if (!other.columns) {
      return `'${other.name}' may look at all columns, also at those that '${name}' copies from elsewhere. Say which ones it needs: project: […].`;
    }
    const column = other.columns.find((used) => filled.includes(used));
    if (column === undefined) continue;
    return other.kind === 'embeddedCopies'
      ? `'${other.name}' would copy on what '${name}' keeps in '${column}'. Copy from the entity that has the value itself.`
      : `'${other.name}' is made of '${column}', which '${name}' changes together with its source. Leave that column out of it.`;
  }
  return undefined;
}

export function sourceClash({ name }: Compiled, { stages }: PatternSet): string | undefined {
  return stages.length > 0 ? inOtherForm(name) : undefined;
}

function inOtherForm(name: string): string {
  return `'${name}' copies columns as they are stored, and another pattern stores the row in another form. Choose one of them.`;
}
