import { type CellValue, type Columns, emptyColumns, type Row } from '../edm/index.js';
import type { EntityModel } from '../model/index.js';
import { PropertyCodec } from './property-codec.js';

/** A row as `JSON.parse` left it: columns, keys and the service's own fields side by side. */
export type RawRow = Readonly<Record<string, CellValue | null | undefined>>;

export interface EntityKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** What turns a stored row into the wanted one: columns to write, and columns to take away. */
export interface ColumnDiff {
  readonly columns: Columns;
  readonly removed: readonly string[];
}

type Values = Readonly<Record<string, unknown>>;

/** Instances to rows and back, for one entity class. */
export class EntityCodec<E extends object = object> {
  readonly model: EntityModel<E>;
  readonly #columns: readonly PropertyCodec[];
  readonly #keys: readonly PropertyCodec[];
  readonly #byProperty: ReadonlyMap<string, PropertyCodec>;
  readonly #convertsKeys: boolean;

  constructor(model: EntityModel<E>) {
    this.model = model;
    const codecs = [...model.properties.values()].map((property) => new PropertyCodec(model.name, property));
    this.#byProperty = new Map(codecs.map((codec) => [codec.model.property, codec]));
    this.#columns = codecs.filter((codec) => codec.model.stored);
    this.#keys = codecs.filter((codec) => codec.model.inKey);
    this.#convertsKeys = this.#keys.some((codec) => codec.model.convert !== undefined);
  }

  /** The physical address of an entity, or of anything that has its key properties. */
  keys(values: object): EntityKeys {
    const read = this.#convertsKeys ? this.#convertedKeys(values as Values) : (values as Values);
    return { partitionKey: this.model.partition.encode(read), rowKey: this.model.row.encode(read) };
  }

  encode(entity: E): Row {
    const { partitionKey, rowKey } = this.keys(entity);
    const columns = emptyColumns();
    for (const codec of this.#columns) {
      const cell = codec.encode((entity as Values)[codec.model.property]);
      if (cell !== undefined) columns[codec.model.column] = cell;
    }
    return { partitionKey, rowKey, columns, types: this.model.types };
  }

  decode(raw: RawRow, keys: EntityKeys): E {
    const entity = this.model.create();
    const target = entity as Record<string, unknown>;
    for (const codec of this.#columns) {
      const { property, column, computed, inKey } = codec.model;
      if (!computed && !inKey) assign(target, property, codec.decode(raw[column]));
    }
    const partition = this.model.partition.decode(keys.partitionKey);
    const row = this.model.row.decode(keys.rowKey);
    for (const codec of this.#keys) {
      const { property, computed } = codec.model;
      const value = property in partition ? partition[property] : row[property];
      if (!computed) target[property] = codec.fromStored(value);
    }
    return entity;
  }

  /** What has to be written so that `stored` says what `wanted` says. Unknown columns are left alone. */
  diff(stored: RawRow, wanted: Row): ColumnDiff {
    const columns = emptyColumns();
    const removed: string[] = [];
    for (const codec of this.#columns) {
      const { column } = codec.model;
      const before = stored[column] ?? undefined;
      const after = wanted.columns[column];
      if (codec.same(before, after)) continue;
      if (after === undefined) removed.push(column);
      else columns[column] = after;
    }
    return { columns, removed };
  }

  /** The codec of a mapped property. */
  property(name: string): PropertyCodec | undefined {
    return this.#byProperty.get(name);
  }

  #convertedKeys(values: Values): Values {
    const converted = Object.create(null) as Record<string, unknown>;
    for (const codec of this.#keys) {
      const { property } = codec.model;
      const value = values[property];
      converted[property] = value === undefined || value === null ? value : codec.toStored(value);
    }
    return converted;
  }
}

/** An absent column reads as `undefined` even where a field initialiser put something. */
function assign(target: Record<string, unknown>, property: string, value: unknown): void {
  if (value !== undefined || target[property] !== undefined) target[property] = value;
}
