import { TablewrightError } from '../../errors/index.js';

/** Another entity of the partition has this value already, and it must be unique. Nothing was written. */
export class UniqueViolationError extends TablewrightError<
  'UNIQUE_VIOLATION',
  { readonly entity: string; readonly index: string; readonly item: number }
> {
  constructor(entity: string, index: string, item: number, options: ErrorOptions) {
    super(
      'UNIQUE_VIOLATION',
      `Another ${entity} has the same value in the unique index '${index}'. Choose another value, or change the one that holds it.`,
      { entity, index, item },
      options,
    );
  }
}
