import { hasCode } from '../../../errors/index.js';
import type { QueryPlan } from '../../../plan/index.js';
import type { ReadRow } from '../../../store/index.js';
import type { RepositoryContext } from '../../context.js';
import { decodeStages } from '../../write/stages.js';

/** What a row holds; `undefined` for a row of another kind. Only patterns that change rows make it wait. */
export type DecodeRow = (row: ReadRow) => object | undefined | Promise<object | undefined>;

/** For the rows that are the truth. */
export function primaryDecoder(context: RepositoryContext, parts: QueryPlan['parts'] = []): DecodeRow {
  const { codec, model, patterns } = context;
  const decode = (row: ReadRow) => ofThisKind(() => codec.decode(row.raw, row));
  const column = model.discriminator?.column;
  // Where the column was not fetched, the filter has seen to it.
  const tells = column !== undefined && parts.every(({ select }) => !select || select.includes(column));
  const staged = patterns.stages.length > 0;
  if (!tells && !staged) return decode;
  return (row) => {
    if (tells && !codec.accepts(row.raw)) return undefined;
    return staged ? decodeStages(context, row.raw).then((raw) => decode({ ...row, raw })) : decode(row);
  };
}

/** Keys that no template of this kind has written belong to rows of another kind. */
export function ofThisKind<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, 'KEY_MISMATCH')) return undefined;
    throw error;
  }
}
