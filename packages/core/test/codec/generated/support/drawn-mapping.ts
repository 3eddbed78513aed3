import fc from 'fast-check';
import { generatedDecode, generatedEncode, generatedKeys } from '../../../../src/codec/generated/index.js';
import type { MappingParts } from '../../../../src/codec/mapping/index.js';
import { loopDecode } from '../../../../src/codec/mapping/loop-decode.js';
import { loopEncode } from '../../../../src/codec/mapping/loop-encode.js';
import { loopKeys } from '../../../../src/codec/mapping/loop-keys.js';
import { PropertyCodec } from '../../../../src/codec/property-codec.js';
import type { EntityModel } from '../../../../src/model/index.js';
import { type DrawnModel, type DrawnProperty, modelOfDrawn } from './drawn-model.js';
import { CELLS, STRANGE } from './kinds.js';

export function partsOf(model: EntityModel): MappingParts {
  const codecs = [...model.properties.values()].map((property) => new PropertyCodec(model.name, property));
  return {
    model,
    columns: codecs.filter((codec) => codec.model.stored),
    keys: codecs.filter((codec) => codec.model.inKey),
    fixed: Object.entries(model.fixed),
  };
}

/** Both ways to map a class. `undefined`: the class cannot be defined. */
export function bothMappings(drawn: DrawnModel) {
  let parts: MappingParts;
  try {
    parts = partsOf(modelOfDrawn(drawn));
  } catch {
    return undefined;
  }
  const keys = loopKeys(parts);
  return {
    parts,
    loop: { keys, encode: loopEncode(parts, keys), decode: loopDecode(parts) },
    generated: {
      keys: generatedKeys(parts),
      encode: generatedEncode(parts, keys),
      decode: generatedDecode(parts),
    },
  };
}

function drawnValue({ of, options }: DrawnProperty): fc.Arbitrary<unknown> {
  const right = options.convert ? of.values.map((inner) => ({ inner })) : of.values;
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: STRANGE });
}

/** The values of an instance, by property: mostly right. */
export function valuesOf({ properties }: DrawnModel): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc
    .tuple(...properties.map(drawnValue))
    .map((values) => Object.fromEntries(properties.map(({ name }, at) => [name, values[at]])));
}

/** Cells that take the place of stored ones, by column; versions among them. */
export function strayCells({ properties }: DrawnModel): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const columns = properties.map(({ options }) => options.name!);
  const version = fc.constantFrom(undefined, null, 1, 2, 3, 4, 9, 0, 1.5, 'x');
  return fc.record(
    { ...Object.fromEntries(columns.map((column) => [column, CELLS])), tw__version: version },
    { requiredKeys: [] },
  );
}
