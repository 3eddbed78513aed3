import {
  type Contributions,
  type DefinitionScope,
  EntityCodec,
  type EntityModel,
  emptyColumns,
  emptyTypes,
  isKeyOf,
  type Row,
} from '@tablewright/core';
import { checkDefaults } from '../shared/check-defaults.js';
import { sparseOf } from '../shared/sparse.js';
import { countedEntities, fingerprintOf, sortedCells } from './counted-entities.js';
import { columnNames, parentColumns } from './parent-columns.js';
import { linkOf } from './parent-link.js';
import type { ReadParentSummary } from './read-parent-declaration.js';
import { termsOf } from './terms.js';
import { TotalCells } from './totals.js';

/** Changes when the same declaration comes to mean other columns. */
const FORMAT = 'summary-on-parent/1';

/** What each child adds to the row of its parent. */
export function childrenOf(
  scope: DefinitionScope,
  parent: EntityModel,
  declaration: ReadParentSummary,
): Contributions {
  const { name, state, sums, by } = declaration;
  const { model } = scope;
  const link = linkOf(scope, model, parent, declaration);
  const totals = parentColumns(scope, parent, declaration);
  const added = sums.map(({ property }) => property);
  const twice = added.find((property, at) => added.indexOf(property) !== at);
  if (twice !== undefined) scope.fail(`'${name}': '${twice}' is added up twice. Leave one out.`);
  const terms = termsOf(scope, {
    name,
    sum: sums.flatMap(({ property, digits }) => (digits === undefined ? [property] : [])),
    decimals: sums.flatMap(({ property, digits }) => (digits === undefined ? [] : [[property, digits]])),
  });
  const columns = columnNames(totals);
  const fed = terms.find(({ column }) => model.entity === parent.entity && columns.includes(column));
  if (fed) scope.fail(`'${name}': '${fed.property}' is a total itself. Add up another property.`);
  const sparse = sparseOf(scope, declaration);
  checkDefaults(scope, declaration, { variables: link.properties.map((property) => ({ name: property })) });
  const cells = new TotalCells({ entity: model.name, ...totals });
  const codec = new EntityCodec(parent);
  return countedEntities(scope, {
    name,
    state,
    fingerprint: fingerprintOf(scope, [
      FORMAT,
      parent.row.source,
      [...by].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      totals.count.column,
      totals.sums.map(({ column, property }, at) => [column, property, terms[at]!.digits]).toSorted(),
      sortedCells(sparse),
    ]),
    rowPrefix: parent.row.encodePrefix({}, 0),
    host: {
      entity: parent.name,
      columns,
      accepts: (row) => isKeyOf(parent.row, row.rowKey) && codec.accepts(row.columns),
    },
    group: link.properties,
    terms,
    sparse,
    rowKey: link.rowKey,
    // A parent that is older than the summary has no columns yet.
    read: (shared) => (shared ? cells.read(shared, 0n) : cells.nothing()),
    write: (row, now) => withTotals(row as Row, cells.write(now)),
  });
}

function withTotals(row: Row, totals: Pick<Row, 'columns' | 'types'>): Row {
  const { partitionKey, rowKey } = row;
  return {
    partitionKey,
    rowKey,
    columns: Object.assign(emptyColumns(), row.columns, totals.columns),
    types: Object.assign(emptyTypes(), row.types, totals.types),
  };
}
