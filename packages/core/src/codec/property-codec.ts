import type { CellValue } from '../edm/index.js';
import { sameCell } from '../edm/index.js';
import { describeValue } from '../errors/index.js';
import { DefinitionError, type PropertyModel } from '../model/index.js';
import { type ColumnCodec, columnCodec } from './columns/index.js';
import { StoredValueError, ValueError } from './errors.js';

/** Encodes and decodes one property: defaults, null, converters, then the column's own codec. */
export class PropertyCodec {
  readonly #entity: string;
  readonly #column: ColumnCodec;
  readonly model: PropertyModel;

  constructor(entity: string, model: PropertyModel) {
    this.#entity = entity;
    this.model = model;
    this.#column = columnCodec(model);
    this.#checkDefault();
  }

  /** `undefined`: the column is absent. */
  encode(value: unknown): CellValue | undefined {
    const { model } = this;
    const given = value === undefined && model.makeDefault ? model.makeDefault() : value;
    if (given === undefined) return model.required ? this.#refuse(given) : undefined;
    if (given === null) return model.nullable ? undefined : this.#refuse(given);
    return this.encodePresent(given);
  }

  /** Of a value that is known to be there. */
  encodePresent(value: unknown): CellValue {
    const stored = this.toStored(value);
    let cell: CellValue | undefined;
    try {
      cell = this.#column.toCell(stored);
    } catch (error) {
      // Revoked proxies, invalid Dates, too deep a stack: not such a value. What the caller's getters throw is his.
      if (error instanceof TypeError || error instanceof RangeError) this.#refuse(stored);
      throw error;
    }
    return cell === undefined ? this.#refuse(stored) : cell;
  }

  /** The value before its column codec: what a key template works on too. */
  toStored(value: unknown): unknown {
    const { convert } = this.model;
    if (!convert) return value;
    try {
      return convert.to(value);
    } catch (cause) {
      throw new ValueError(this.#details(), 'what its converter refused', { cause });
    }
  }

  decode(cell: CellValue | null | undefined): unknown {
    const { model } = this;
    if (cell === undefined || cell === null) {
      if (model.makeDefault) return model.makeDefault();
      return model.nullable ? null : undefined;
    }
    let value: unknown;
    try {
      value = this.#column.fromCell(cell);
    } catch (cause) {
      throw new StoredValueError({ ...this.#details(), column: model.column }, { cause });
    }
    if (value === undefined) throw new StoredValueError({ ...this.#details(), column: model.column });
    return this.fromStored(value);
  }

  /**
   * Of a row that a newer version of the class wrote. What this version cannot read any more has no value, so
   * that it reads on while both run; a property that must have a value still says so.
   */
  decodeNewer(cell: CellValue | null | undefined): unknown {
    try {
      return this.decode(cell);
    } catch (error) {
      if (this.model.required || !(error instanceof StoredValueError)) throw error;
      return this.decode(undefined);
    }
  }

  fromStored(value: unknown): unknown {
    const { convert } = this.model;
    if (!convert) return value;
    try {
      return convert.from(value);
    } catch (cause) {
      throw new StoredValueError({ ...this.#details(), column: this.model.column }, { cause });
    }
  }

  /** Whether writing `written` over `stored` would change nothing. */
  same(stored: CellValue | undefined, written: CellValue | undefined): boolean {
    if (stored === written) return true;
    if (stored !== undefined && written !== undefined) {
      return sameCell(this.model.edm, stored, written) || (this.#column.same?.(stored, written) ?? false);
    }
    // An absent column reads as its default: a default that was never touched is no change.
    return stored === undefined && this.model.makeDefault !== undefined && written === this.encode(undefined);
  }

  #refuse(value: unknown): never {
    throw new ValueError(this.#details(), describeValue(value, this.#column.expects));
  }

  #details() {
    return { entity: this.#entity, property: this.model.property, expected: this.#column.expects };
  }

  #checkDefault(): void {
    if (!this.model.makeDefault) return;
    try {
      this.encode(undefined);
    } catch (cause) {
      throw new DefinitionError(
        `${this.#entity}.${this.model.property}: the default does not fit the column, which takes ${this.#column.expects}.`,
        { entity: this.#entity, rule: 'DEFAULT', property: this.model.property },
        { cause },
      );
    }
  }
}
