import { sameCell } from '../../edm/index.js';
import type { RepositoryContext } from '../context.js';
import type { Stamp } from '../stamp.js';
import { type Image, imageOfStamp } from './image.js';

/**
 * The stamp of an instance whose row others touch: they hold it at its version while they copy from it, and give it
 * another one thereby. That is no change, and nobody has to hear of it.
 */
export function seenOf({ patterns }: RepositoryContext, whole: Stamp | undefined): Stamp | undefined {
  return patterns.derivations.some(({ kind }) => kind === 'embeddedCopies') ? whole : undefined;
}

/** Whether a stored row has what an instance was loaded from, no more and no less. */
export function saysTheSame(context: RepositoryContext, image: Image, seen: Stamp): boolean {
  const { columns } = imageOfStamp(context, seen);
  const names = Object.keys(columns);
  return (
    names.length === Object.keys(image.columns).length &&
    names.every((name) => {
      const type = image.types[name];
      return type !== undefined && sameCell(type, columns[name], image.columns[name]);
    })
  );
}
