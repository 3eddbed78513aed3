import { sameCell } from '../../edm/index.js';
import { OUTBOX_VERSION_COLUMN } from '../../limits/index.js';
import type { RepositoryContext } from '../context.js';
import type { Stamp } from '../stamp.js';
import { type Image, imageOfStamp } from './image.js';

/**
 * The stamp of an instance whose row others touch: they hold it at its version while they copy from it, or fill columns
 * of it that are theirs, or raise its place among the states of its copies, and give it another one thereby. That is no
 * change, and nobody has to hear of it.
 */
export function seenOf({ patterns }: RepositoryContext, whole: Stamp | undefined): Stamp | undefined {
  const { derivations, deferred, fed } = patterns;
  const touched =
    fed.length + deferred.length > 0 || derivations.some(({ kind }) => kind === 'embeddedCopies');
  return touched ? whole : undefined;
}

/** Whether a stored row has what an instance was loaded from, no more and no less, save for what others fill. */
export function saysTheSame(context: RepositoryContext, image: Image, seen: Stamp): boolean {
  const { columns } = imageOfStamp(context, seen);
  const { fed } = context.patterns;
  const others = new Set([OUTBOX_VERSION_COLUMN, ...fed.flatMap((keeper) => keeper.columns)]);
  const ownNames = (all: object) => Object.keys(all).filter((name) => !others.has(name));
  const names = ownNames(columns);
  return (
    names.length === ownNames(image.columns).length &&
    names.every((name) => {
      const type = image.types[name];
      return type !== undefined && sameCell(type, columns[name], image.columns[name]);
    })
  );
}
