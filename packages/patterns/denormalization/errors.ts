import { TablewrightError } from '@tablewright/core';

/** An entity is to refer to one that is not there. Nothing was sent. */
export class SourceNotFoundError extends TablewrightError<
  'SOURCE_NOT_FOUND',
  { readonly entity: string; readonly source: string; readonly copies: string }
> {
  constructor(entity: string, source: string, copies: string) {
    super(
      'SOURCE_NOT_FOUND',
      `${entity}: the ${source} to which it is to refer ('${copies}') does not exist, and so has nothing to copy. Insert it before, or in the same transaction.`,
      { entity, source, copies },
    );
  }
}

/** An entity that others refer to cannot be deleted. Nothing was sent. */
export class StillReferredToError extends TablewrightError<
  'STILL_REFERRED_TO',
  { readonly entity: string; readonly copies: string; readonly referrers: number }
> {
  constructor(entity: string, copies: string, referrers: number) {
    super(
      'STILL_REFERRED_TO',
      `${entity}: ${referrers} entities refer to the one that is to be deleted ('${copies}'). Let them refer to another before, or in the same transaction; or declare onDelete: 'clear'.`,
      { entity, copies, referrers },
    );
  }
}
