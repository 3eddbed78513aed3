import { OptionsError } from '../../errors/index.js';
import type { TableStore } from '../../store/index.js';
import type { RepositoryOptions } from '../context.js';
import { elementsOf } from '../query/read-argument.js';
import { kindOf, type MixedMember } from './member.js';
import { MixedReader } from './mixed-reader.js';
import { checkDerived, checkToldApart } from './tell-apart.js';
import type { MixedOptions } from './types.js';

/** A class of mixed tables: extend it, or construct it as it is. */
export interface MixedTableClass<Members extends readonly MixedMember[]> {
  new (store: TableStore, options?: RepositoryOptions): MixedReader<Members>;
  readonly members: Members;
}

/**
 * A table that holds entities of several classes. Which class a row is of is told by the discriminator columns
 * of the classes and by the literals in front of their key templates, or by `resolve`; classes that could not be
 * told apart are refused here. Give repository classes where patterns store rows in another form, or derive rows.
 * @example
 * ```
 * class People extends MixedTable([Employee, Department]) {}
 * const people = new People(store, { table: 'People' });
 * ```
 */
export function MixedTable<const Members extends readonly MixedMember[]>(
  classes: Members,
  options: MixedOptions<Members> = {},
): MixedTableClass<Members> {
  const given = elementsOf(classes, 'classes');
  if (given.length === 0) {
    throw new OptionsError('classes', 'MixedTable() takes an array of entity classes.');
  }
  const resolve = options?.resolve;
  if (resolve !== undefined && typeof resolve !== 'function') {
    throw new OptionsError('resolve', 'resolve is a function from a property bag to a class.');
  }
  const members = Object.freeze(given) as Members;
  const kinds = members.map(kindOf);
  if (!resolve) checkToldApart(kinds);
  checkDerived(kinds);
  return class extends MixedReader<Members> {
    static override readonly members = members;
    static override readonly resolve = resolve as MixedOptions<readonly MixedMember[]>['resolve'];
  };
}
