import {
  EntityCodec,
  type EntityKeys,
  type EntityModel,
  KeyMismatchError,
  type RawRow,
} from '@tablewright/core';

/**
 * Knows the properties that the classes of a family share, and reads each row as an instance of its own class. It
 * only reads: what is written goes through the codec of its class.
 */
export class FamilyCodec extends EntityCodec {
  readonly #members: ReadonlyMap<unknown, EntityCodec>;
  readonly #column: string;

  constructor(model: EntityModel, members: readonly EntityCodec[]) {
    super(model);
    this.#column = model.discriminator!.column;
    this.#members = new Map(members.map((codec) => [codec.model.discriminator!.value, codec]));
  }

  override accepts(raw: RawRow): boolean {
    return this.#members.has(raw[this.#column]);
  }

  override decode(raw: RawRow, keys: EntityKeys): object {
    const codec = this.#members.get(raw[this.#column]);
    if (codec) return codec.decode(raw, keys);
    // A row of another kind, as far as this family can tell.
    throw new KeyMismatchError({ template: this.model.row.source, length: keys.rowKey.length });
  }
}
