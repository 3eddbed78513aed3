import type { CellValue } from '../edm/index.js';

/** A row as `JSON.parse` left it: columns, keys and the service's own fields side by side. */
export type RawRow = Readonly<Record<string, CellValue | null | undefined>>;
