import type { EntityCodec } from '../../codec/index.js';
import { VERSION_COLUMN } from '../../model/index.js';
import type { Condition } from './condition.js';
import type { Candidate } from './paths/candidate.js';
import { variablesOf } from './paths/usable.js';

/** The properties that a condition looks at. */
export function propertiesOf(condition: Condition): ReadonlySet<string> {
  switch (condition.kind) {
    case 'and':
      return new Set(condition.all.flatMap((part) => [...propertiesOf(part)]));
    case 'or':
      return new Set(condition.any.flatMap((part) => [...propertiesOf(part)]));
    case 'not':
      return propertiesOf(condition.condition);
    default:
      return new Set([condition.property]);
  }
}

/** The columns that hold some properties, with keys and Timestamp; undefined when only all columns will do. */
export function columnsOf(
  codec: EntityCodec,
  { path }: Candidate,
  properties: Iterable<string>,
  discriminator: string | undefined,
): readonly string[] | undefined {
  const inKeys = variablesOf(path);
  // An upgrader may look at any column of an older row.
  if (codec.model.upgrades.size > 0) return undefined;
  const columns = new Set(['PartitionKey', 'RowKey', 'Timestamp', VERSION_COLUMN]);
  for (const name of properties) {
    const { column, stored } = codec.property(name)!.model;
    if (path.each !== name && inKeys.has(name)) continue;
    // A copy keeps the key of its primary row in its own way.
    if (!stored) return undefined;
    columns.add(column);
  }
  if (discriminator !== undefined) columns.add(discriminator);
  return [...columns];
}
