import { SYSTEM_COLUMN_PREFIX } from '@tablewright/core';

/** Where a derived row keeps the RowKey of the entity that it belongs to. */
export const ROW_COLUMN: string = `${SYSTEM_COLUMN_PREFIX}row`;
