import {
  type DefinitionScope,
  emptyColumns,
  emptyTypes,
  type FedColumns,
  ParentInUseError,
  type PatternSet,
} from '@tablewright/core';
import { columnNames, parentColumns } from './parent-columns.js';
import type { ReadParentSummary } from './read-parent-declaration.js';
import { TotalCells } from './totals.js';

/** What the parent's own writers keep their hands off. */
export function fedTotals(scope: DefinitionScope, declaration: ReadParentSummary): FedColumns {
  const { name, state } = declaration;
  const { model } = scope;
  const totals = parentColumns(scope, model, declaration);
  const cells = new TotalCells({ entity: model.name, ...totals });
  return {
    name,
    columns: columnNames(totals),
    start:
      state === 'dropping' ? { columns: emptyColumns(), types: emptyTypes() } : cells.write(cells.nothing()),
    checkDelete(row) {
      if (state === 'dropping') return;
      const { count } = cells.read(row, 0n);
      // Children that are older than the summary may have gone without having been counted.
      if (count > 0n || (count < 0n && state === 'ready')) throw new ParentInUseError(model.name, name);
    },
  };
}

/**
 * Why the parent's other patterns cannot work beside it. Its children change the totals without knowing what else is
 * made of the parent's row.
 */
export function parentClash({ name, columns }: FedColumns, patterns: PatternSet): string | undefined {
  if (patterns.split) {
    return `'${name}' needs a row that is stored as it is, but ${patterns.split.name} divides it. Keep the summary in a row of its own, with Summary.`;
  }
  if (patterns.stages.length > 0) {
    return `'${name}' changes columns as they are stored, and another pattern stores the row in another form. Keep the summary in a row of its own, with Summary.`;
  }
  const carrier = patterns.derivations.find(
    ({ columns: seen }) => !seen || seen.some((column) => columns.includes(column)),
  );
  if (carrier) {
    return `'${carrier.name}' holds the totals of '${name}', which children change on the row alone. Say what it carries: project: […], without ${columns.join(', ')}.`;
  }
  const [deferred] = patterns.deferred;
  if (deferred) {
    return `'${deferred.name}' would not hear of totals that children change. Keep '${name}' in a row of its own, with Summary.`;
  }
  const other = patterns.fed.find(
    (other) => other.name !== name && other.columns.some((column) => columns.includes(column)),
  );
  return (
    other && `'${name}' and '${other.name}' would both fill ${columns.join(', ')}. Name other properties.`
  );
}
