import type { CellValue, Row } from '../../edm/index.js';
import type { EntityModel } from '../../model/index.js';
import type { PropertyCodec } from '../property-codec.js';
import type { RawRow } from '../raw-row.js';

/** The address of a row. */
export interface EntityKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** What the mapping of one class is made of. */
export interface MappingParts {
  readonly model: EntityModel;
  /** Of the properties that have a column. */
  readonly columns: readonly PropertyCodec[];
  /** Of the properties that the key is made of. */
  readonly keys: readonly PropertyCodec[];
  /** What every row of the class carries besides. */
  readonly fixed: readonly (readonly [column: string, cell: CellValue])[];
}

/** The address of anything that has the properties of the key. */
export type WriteKeys = (values: object) => EntityKeys;

export type Encode = (entity: object) => Row;

export type Decode = (stored: RawRow, keys: EntityKeys) => object;
