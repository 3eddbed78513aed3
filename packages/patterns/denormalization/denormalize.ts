import type { DefinitionScope, EntityClass, EntityCodec, Pattern } from '@tablewright/core';
import { referrerClash, sourceClash } from './clash.js';
import { type Compiled, compile } from './compile.js';
import type { DenormalizationDeclaration } from './declaration.js';
import type { DenormalizationCheck } from './declaration-check.js';
import { referrerSide } from './referrer-side.js';
import { indexRows } from './referrers.js';
import { sourceSide } from './source-side.js';

/** The two patterns of a denormalization: one for the repository of each side. */
export interface Denormalization<S extends EntityClass, R extends EntityClass> {
  /** For those from whom is copied: `Repository(Employee).with(manager.source)`. */
  readonly source: Pattern<S>;
  /** For those who hold the copies: `Repository(Department).with(manager.copies)`. */
  readonly copies: Pattern<R>;
}

/**
 * The denormalization pattern within a partition: copies of one entity's properties on those that refer to it, changed
 * in one transaction whichever side changes, so that they never differ. Both sides' repositories need their part.
 *
 * A referrer that begins to refer to a source reads it, and holds it at its version: 1 request more. A source that
 * changes what is copied looks for its referrers: 1 request more, or 1 for every 1,000 of them. Other writes cost
 * nothing more, and reads never do.
 *
 * @example
 * ```
 * const manager = denormalize(Employee, Department, {
 *   name: 'manager',
 *   link: { id: 'managerId' },
 *   copy: { managerName: 'lastName', managerEmail: 'email' },
 * });
 * class Employees extends Repository(Employee).with(manager.source) {}
 * class Departments extends Repository(Department).with(manager.copies) {}
 * ```
 */
export function denormalize<
  S extends EntityClass,
  R extends EntityClass,
  const D extends DenormalizationDeclaration,
>(source: S, referrer: R, declaration: D & DenormalizationCheck<S, R, D>): Denormalization<S, R> {
  const compiled = compile(source, referrer, declaration);
  const { sides, index } = compiled;
  return {
    source: {
      name: 'Denormalization',
      define(scope) {
        checkSide(scope, compiled, sides.source, 'source');
        return { derivations: [sourceSide(compiled)], clash: (set) => sourceClash(compiled, set) };
      },
    },
    copies: {
      name: 'Denormalization',
      define(scope) {
        checkSide(scope, compiled, sides.referrer, 'copies');
        const derivations = index === undefined ? [] : [indexRows(compiled, literal(scope, compiled, index))];
        return {
          derivations: [referrerSide(compiled), ...derivations],
          clash: (set) => referrerClash(compiled, set),
        };
      },
    },
  };
}

/** What can begin a RowKey, and has no variables. */
function literal({ compileTemplate, fail }: DefinitionScope, { name }: Compiled, index: string): string {
  if (compileTemplate(index, 'row').variables.length === 0) return index;
  return fail(`'${name}': index is a literal such as 'managed_', without variables.`);
}

function checkSide(
  { model, fail }: DefinitionScope,
  { name }: Compiled,
  side: EntityCodec,
  which: string,
): void {
  if (model === side.model) return;
  fail(`'${name}.${which}' is for a repository of ${side.model.name}.`);
}
