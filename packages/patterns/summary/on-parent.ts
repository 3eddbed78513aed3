import { type EntityClass, type EntityOf, modelOf, type Pattern } from '@tablewright/core';
import { childrenOf } from './counted-children.js';
import { fedTotals, parentClash } from './fed-totals.js';
import type { ParentSummaryCheck, ParentSummaryDeclaration } from './parent-declaration.js';
import { readDeclaration } from './read-parent-declaration.js';

/** The two sides of a summary on a parent. Each repository of either class needs its own. */
export interface ParentSummary<C extends EntityClass, P extends EntityClass> {
  /** For the repository of the children: their writes change the parent's totals in the same transaction. */
  readonly children: Pattern<C, {}, {}>;
  /** For the repository of the parents: what they write never touches the totals. */
  readonly parent: Pattern<P, {}, {}>;
}

/**
 * Counts and sums over children, in properties of their parent: whoever reads the parent has them. A child's write that
 * changes what is summed reads the parent (1 request) and changes it in the child's own transaction, under its ETag.
 * So writers of children and of the parent meet at one row, which a `Summary` in a row of its own avoids.
 *
 * @example
 * ```
 * const headcount = summarizeOnParent(Employee, Department, {
 *   name: 'headcount',
 *   by: { name: 'department' },
 *   count: 'employeeCount',
 *   sum: { salaries: 'salary' },
 * });
 * class EmployeeRepository extends Repository(Employee).with(headcount.children) {}
 * class DepartmentRepository extends Repository(Department).with(headcount.parent) {}
 * (await departments.getOrThrow({ name: 'Sales' })).employeeCount; // 12n
 * ```
 */
export function summarizeOnParent<
  C extends EntityClass,
  P extends EntityClass,
  const D extends ParentSummaryDeclaration<EntityOf<C>, EntityOf<P>>,
>(children: C, parent: P, declaration: D & ParentSummaryCheck<C, P, D>): ParentSummary<C, P> {
  return {
    children: {
      name: 'Summary on parent',
      define(scope) {
        const read = readDeclaration(scope, declaration);
        if (scope.model.entity !== children) scope.fail(`'${read.name}': children is for ${children?.name}.`);
        return { derivations: [childrenOf(scope, modelOf(parent), read)] };
      },
    },
    parent: {
      name: 'Summary on parent',
      define(scope) {
        const read = readDeclaration(scope, declaration);
        if (scope.model.entity !== parent) scope.fail(`'${read.name}': parent is for ${parent?.name}.`);
        const fed = fedTotals(scope, read);
        return { fed: [fed], clash: (patterns) => parentClash(fed, patterns) };
      },
    },
  };
}
