import { TablewrightError } from '../../errors/index.js';

/** What is wrong with a condition. `VALUE` errors of a property's own codec are ValueErrors instead. */
export type ConditionRule = 'SHAPE' | 'PROPERTY_UNKNOWN' | 'COMPARISON' | 'VALUE' | 'DEPTH';

export interface ConditionDetails {
  readonly entity: string;
  readonly rule: ConditionRule;
  readonly property?: string;
}

/** A query asks something that cannot be asked. Nothing was sent. */
export class ConditionError extends TablewrightError<'CONDITION_INVALID', ConditionDetails> {
  constructor(message: string, details: ConditionDetails, options?: ErrorOptions) {
    super('CONDITION_INVALID', message, details, options);
  }
}

export interface ScanRefusedDetails {
  readonly entity: string;
  readonly table: string;
  /** What would be read row by row. */
  readonly scan: 'partition' | 'table';
  /** The properties that would turn it into a point or range read, given together with the present ones. */
  readonly missing: readonly string[];
  /** The index that comes closest, if there is any. */
  readonly index?: string;
}

/** No key or index serves the query, and reading everything was not asked for. Nothing was sent. */
export class ScanRefusedError extends TablewrightError<'SCAN_REFUSED', ScanRefusedDetails> {
  constructor(message: string, details: ScanRefusedDetails) {
    super('SCAN_REFUSED', message, details);
  }
}

/** An index was asked for by name that is not read yet, or no longer. Nothing was sent. */
export class PathNotReadyError extends TablewrightError<
  'INDEX_NOT_READY',
  { readonly entity: string; readonly index: string; readonly state: string }
> {
  constructor(entity: string, index: string, state: string) {
    const remedy =
      state === 'building'
        ? 'Its rows are not complete until a rebuild has finished: wait for it, or query without the index.'
        : 'Its rows are being removed: query without it.';
    super('INDEX_NOT_READY', `${entity}: the index '${index}' is ${state}. ${remedy}`, {
      entity,
      index,
      state,
    });
  }
}

/** An index was asked for by name, but its rows lack a property that the query needs. Nothing was sent. */
export class IndexLacksPropertyError extends TablewrightError<
  'INDEX_LACKS_PROPERTY',
  { readonly entity: string; readonly index: string; readonly property: string }
> {
  constructor(entity: string, index: string, property: string) {
    const message = `${entity}: the rows of the index '${index}' do not carry '${property}'. Project it into the index, leave it out, or query the entities themselves.`;
    super('INDEX_LACKS_PROPERTY', message, { entity, index, property });
  }
}

/** The query would be taken apart into more reads than is sensible. Nothing was sent. */
export class QueryTooLargeError extends TablewrightError<
  'QUERY_TOO_LARGE',
  { readonly entity: string; readonly most: number }
> {
  constructor(entity: string, most: number) {
    const message = `${entity}: the alternatives of this query need more than ${most} separate reads. Split it into several queries, or allow a scan that checks the alternatives on each row.`;
    super('QUERY_TOO_LARGE', message, { entity, most });
  }
}

const TAKE_NEEDS_ORDER =
  "'take' means the first rows in the order of their keys: say that any rows will do with unordered(), or read all of them.";

/** The service gives rows in no order, and the query depends on one. Nothing was sent. */
export class OrderUnavailableError extends TablewrightError<
  'ORDER_UNAVAILABLE',
  { readonly entity: string; readonly profile: string }
> {
  constructor(entity: string, profile: string, why: string = TAKE_NEEDS_ORDER) {
    const message = `${entity}: ${profile} returns rows in no order. ${why}`;
    super('ORDER_UNAVAILABLE', message, { entity, profile });
  }
}
