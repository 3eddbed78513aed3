import { OptionsError } from '@tablewright/core';
import type { AnyJoinable, Join, JoinedRow, JoinParts, JoinSource } from './join-types.js';
import { JoinedItems } from './joined-items.js';

/**
 * Items and what belongs to them, put together here rather than by the service: a query (or an array) joined with
 * relations and lookups. Each distinct key is read once for all items of a page. Nothing is sent until it is run.
 *
 * @example
 * ```
 * const staff = join(employees.query({ department: 'Sales' }).scan('partition'), {
 *   department: employees.department.cached({ ttl: 60_000 }),
 *   manager: employees.manager,
 * });
 * for (const { item, department, manager } of await staff.all()) console.log(item.name, department?.location);
 * ```
 */
export function join<E extends object, const P extends Readonly<Record<string, AnyJoinable>>>(
  source: JoinSource<E>,
  parts: P & JoinParts<E, P>,
): Join<JoinedRow<E, P>> {
  const isObject = typeof parts === 'object' && parts !== null;
  const named = isObject ? Object.entries(parts as Readonly<Record<string, AnyJoinable>>) : [];
  const fits = named.every(
    ([name, part]) =>
      name !== 'item' && typeof part?.ofMany === 'function' && typeof part.explain === 'function',
  );
  if (named.length === 0 || !fits) {
    throw new OptionsError(
      'parts',
      "join() adds relations and lookups by their names, of which 'item' is none: { manager: employees.manager }.",
    );
  }
  return new JoinedItems(source as JoinSource<object>, named) as unknown as Join<JoinedRow<E, P>>;
}
