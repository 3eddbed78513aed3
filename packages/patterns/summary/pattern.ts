import type { EntityClass, EntityOf, Pattern } from '@tablewright/core';
import type { SummaryApi } from './api.js';
import { compileSummary } from './compile-summary.js';
import type { SummaryDeclaration } from './declaration.js';
import type { SummaryCheck } from './declaration-check.js';
import { readDeclarations } from './read-declarations.js';
import { SummaryReader } from './summary-reader.js';
import { summaryRows } from './summary-rows.js';
import { TotalCells } from './totals.js';

/**
 * Summary entities: counts and sums over the entities of a partition, in a row of the same partition. A write that
 * changes what is summed reads the summary (1 request) and changes it in the entity's own transaction, under its ETag;
 * it starts over when another process was faster. Writers of one process take turns. Other writes cost nothing more.
 *
 * @example
 * ```
 * class EmployeeRepository extends Repository(Employee).with(
 *   Summary({ headcount: { row: 'summary', count: 'EmployeeCount', sum: ['salary'] } }),
 * ) {}
 * await employees.headcount.get({ department: 'Sales' }); // { count: 12, sum: { salary: 64_000_000n }, … }
 * ```
 */
export function Summary<
  C extends EntityClass,
  const D extends Readonly<Record<string, SummaryDeclaration<EntityOf<C>>>>,
>(
  declarations: D & { readonly [N in keyof D]: SummaryCheck<EntityOf<C>, D[N]> },
): Pattern<C, SummaryApi<C, D>, {}> {
  return {
    name: 'Summary',
    define(scope) {
      const summaries = readDeclarations(scope, declarations).map((declared) => {
        const summary = compileSummary(scope, declared);
        const { count, terms } = summary;
        const sums = terms.map(
          ({ total, property }) => ({ column: total, edm: 'Edm.Int64', property }) as const,
        );
        const totals = new TotalCells({
          entity: scope.model.name,
          count: { column: count, edm: 'Edm.Int64' },
          sums,
        });
        return { summary, totals };
      });
      return {
        derivations: summaries.map(({ summary, totals }) => summaryRows(scope, summary, totals)),
        members: Object.fromEntries(
          summaries.map(({ summary, totals }) => [
            summary.name,
            ({ context }) => new SummaryReader(context, summary, totals),
          ]),
        ),
      };
    },
  };
}
