import { TablewrightError } from '../../errors/index.js';

/** A view holds some of an entity's properties: writing it back would erase the others. Nothing was sent. */
export class ViewError extends TablewrightError<'VIEW_NOT_WRITABLE', { readonly entity: string }> {
  constructor(entity: string) {
    super(
      'VIEW_NOT_WRITABLE',
      `${entity}: this is a view with some of the entity's properties, and cannot be written. Read the entity with get(), or name it by its key: { …its key properties }.`,
      { entity },
    );
  }
}

/** A continuation token is not one of this query on this table. Nothing was sent. */
export class TokenError extends TablewrightError<'TOKEN_INVALID', { readonly entity: string }> {
  constructor(entity: string, problem: string) {
    super(
      'TOKEN_INVALID',
      `${entity}: the continuation token ${problem}. Pass the token of the page before, with the same query, or none to begin anew.`,
      { entity },
    );
  }
}
