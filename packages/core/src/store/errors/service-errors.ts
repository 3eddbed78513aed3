import { TablewrightError } from '../../errors/index.js';

/** What the service said, without anything that was stored or signed. */
export interface ServiceDetails {
  readonly status?: number;
  /** The service's own error code, such as `EntityAlreadyExists`. */
  readonly serviceCode?: string;
  readonly requestId?: string;
  readonly table?: string;
  readonly entity?: string;
  /** Which row operation of a transaction failed, counted from 0. */
  readonly index?: number;
  /** Which of the caller's writes it belongs to, counted from 0, and what that one does: insert, update… */
  readonly item?: number;
  readonly operation?: string;
  /** What the row is derived for, when it is not the entity's own. */
  readonly derivation?: string;
}

/** The service refused, or could not be reached. */
export abstract class ServiceError<Code extends string = string> extends TablewrightError<
  Code,
  ServiceDetails
> {
  /** The same error, saying which of the writes of a transaction it is about. */
  inTransaction(item: number, operation: string): ServiceError<Code> {
    const Same = this.constructor as new (
      details: ServiceDetails,
      options?: ErrorOptions,
    ) => ServiceError<Code>;
    return new Same({ ...this.details, item, operation }, { cause: this });
  }
}

/** There is no such row. */
export class EntityNotFoundError extends ServiceError<'ENTITY_NOT_FOUND'> {
  constructor(details: ServiceDetails) {
    super('ENTITY_NOT_FOUND', `${subject(details)} does not exist${at(details)}.`, details);
  }
}

/** A row with this key exists already. */
export class EntityExistsError extends ServiceError<'ENTITY_EXISTS'> {
  constructor(details: ServiceDetails) {
    super(
      'ENTITY_EXISTS',
      `${subject(details)} exists already${at(details)}. Use upsert() to write over it, or update() to change it.`,
      details,
    );
  }
}

/** Somebody else changed the row since it was read. */
export class EntityChangedError extends ServiceError<'ENTITY_CHANGED'> {
  constructor(details: ServiceDetails) {
    super(
      'ENTITY_CHANGED',
      `${subject(details)} was changed by somebody else since it was read${at(details)}. Read it again, or use modify(), which does.`,
      details,
    );
  }
}

/** The table does not exist. Writes that make rows create it; this one does not. */
export class TableNotFoundError extends ServiceError<'TABLE_NOT_FOUND'> {
  constructor(details: ServiceDetails) {
    super('TABLE_NOT_FOUND', `The table ${details.table ?? ''} does not exist.`, details);
  }
}

/** The table was deleted a moment ago, and its name is not free yet. */
export class TableBeingDeletedError extends ServiceError<'TABLE_BEING_DELETED'> {
  constructor(details: ServiceDetails) {
    super(
      'TABLE_BEING_DELETED',
      `The table ${details.table ?? ''} is being deleted; its name stays taken for 40 seconds or more. Try again later, or use another name.`,
      details,
    );
  }
}

/** The service asked for less, and went on asking through all retries. */
export class ThrottledError extends ServiceError<'THROTTLED'> {
  constructor(details: ServiceDetails) {
    super(
      'THROTTLED',
      'The service is too busy and stayed so through all retries. Nothing was applied. Spread the load over partitions, or try again later.',
      details,
    );
  }
}

/** The service failed, and went on failing through all retries. */
export class ServiceUnavailableError extends ServiceError<'SERVICE_UNAVAILABLE'> {
  constructor(details: ServiceDetails) {
    super(
      'SERVICE_UNAVAILABLE',
      `The service failed with ${details.status ?? 'no status'} ${details.serviceCode ?? ''} through all retries. Try again later.`,
      details,
    );
  }
}

/** The credential was refused, or could not be had. */
export class AuthenticationError extends ServiceError<'AUTHENTICATION_FAILED'> {
  constructor(details: ServiceDetails, options?: ErrorOptions) {
    super(
      'AUTHENTICATION_FAILED',
      options?.cause === undefined
        ? 'The service did not accept the credential. Check the account, the key or token, its permissions and its expiry.'
        : "The request could not be signed: the credential gave no token, or a policy of the client's pipeline failed. See the cause.",
      details,
      options,
    );
  }
}

/** The request never reached the service, or no reply to a read came back. */
export class NetworkError extends ServiceError<'NETWORK_FAILED'> {
  constructor(details: ServiceDetails, options: ErrorOptions) {
    super(
      'NETWORK_FAILED',
      'The service could not be reached. Check the endpoint and the network.',
      details,
      options,
    );
  }
}

/** A reply that no table service gives: a proxy or a gateway answered in its place. */
export class ReplyInvalidError extends ServiceError<'REPLY_INVALID'> {
  constructor(details: ServiceDetails) {
    super(
      'REPLY_INVALID',
      'The reply is not one of a table service. Check the endpoint, and what stands between it and this program.',
      details,
    );
  }
}

/** Any other refusal, by its status and code. */
export class RequestRejectedError extends ServiceError<'REQUEST_REJECTED'> {
  constructor(details: ServiceDetails) {
    super(
      'REQUEST_REJECTED',
      `The service refused the request with ${details.status ?? 'no status'} ${details.serviceCode ?? ''}${at(details)}.`,
      details,
    );
  }
}

function subject(details: ServiceDetails): string {
  return details.entity ?? 'The entity';
}

function at({ index, item, operation, entity }: ServiceDetails): string {
  if (item !== undefined && operation !== undefined) {
    return ` (write ${item} of the transaction: ${operation} of ${entity ?? 'an entity'})`;
  }
  return index === undefined ? '' : ` (operation ${index} of the transaction)`;
}
