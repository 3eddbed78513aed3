import type { EntityCodec } from '../../../codec/index.js';
import { hasCode } from '../../../errors/index.js';
import type { QueryPlan } from '../../../plan/index.js';
import type { ReadRow } from '../../../store/index.js';
import type { RepositoryContext } from '../../context.js';
import { decodedRow } from '../../decoded-row.js';
import type { Awaitable } from '../../write/awaitable.js';

/** How rows become objects: first into the form that the codec knows, then decoded. */
export interface RowDecoder {
  /** Left out where rows are read as they are stored. `undefined`: a row of another kind. */
  readonly admit?: (row: ReadRow) => Awaitable<ReadRow | undefined>;
  /** `undefined`: a row of another kind. */
  readonly decode: (row: ReadRow) => object | undefined;
}

/** For the rows that are the truth, read by these parts. */
export function primaryDecoder(context: RepositoryContext, parts: QueryPlan['parts']): RowDecoder {
  const { codec, model, patterns } = context;
  const getters = parts.some(({ select }) => select) ? model.columns.filter(({ computed }) => computed) : [];
  const own = (row: ReadRow) => decodeOwn(codec, row);
  const withGetters = (row: ReadRow) => {
    const entity = decodeOwn(codec, row);
    // Of a part of the columns a getter would make something else than what was stored.
    for (const { property, column } of entity ? getters : []) {
      const value = codec.property(property)!.decode(row.raw[column]);
      Object.defineProperty(entity, property, { value });
    }
    return entity;
  };
  const decode = getters.length === 0 ? own : withGetters;
  const column = model.discriminator?.column;
  // Where the column was not fetched, the filter has seen to it.
  const tells = column !== undefined && parts.every(({ select }) => !select || select.includes(column));
  const staged = patterns.stages.length > 0;
  if (!tells && !staged) return { decode };
  const admit = (row: ReadRow) => {
    if (tells && !codec.accepts(row.raw)) return undefined;
    return staged ? decodedRow(context, row) : row;
  };
  return { admit, decode };
}

/** `undefined`: a row of another kind. By itself, not by `ofThisKind`: it is done for every row of a scan. */
function decodeOwn(codec: EntityCodec, row: ReadRow): object | undefined {
  try {
    return codec.decode(row.raw, row);
  } catch (error) {
    if (hasCode(error, 'KEY_MISMATCH')) return undefined;
    throw error;
  }
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
