import { DefinitionError, type EntityClass, EntityCodec, modelOf } from '@tablewright/core';

/** The two classes of a denormalization. */
export interface Sides {
  readonly source: EntityCodec;
  readonly referrer: EntityCodec;
  /** Throws a DefinitionError. The message says what to do instead. */
  fail(message: string): never;
}

export function sidesOf(source: EntityClass, referrer: EntityClass): Sides {
  const codecs = { source: new EntityCodec(modelOf(source)), referrer: new EntityCodec(modelOf(referrer)) };
  const entity = codecs.referrer.model.name;
  return {
    ...codecs,
    fail(message) {
      throw new DefinitionError(`${entity}: denormalize: ${message}`, { entity, rule: 'PATTERN_INVALID' });
    },
  };
}

/** Both sides have to be in one partition: their PartitionKeys are written alike. */
export function checkPartitions({ source, referrer, fail }: Sides): void {
  const [ours, theirs] = [referrer.model.partition, source.model.partition];
  const alike =
    shapeOf(ours.source) === shapeOf(theirs.source) &&
    ours.variables.every(
      ({ kind }, at) => JSON.stringify(kind) === JSON.stringify(theirs.variables[at]?.kind),
    );
  if (alike) return;
  fail(
    `${source.model.name} and ${referrer.model.name} are not in the same partitions: '${theirs.source}' and '${ours.source}'. Copies are kept within a partition; elsewhere they need the deferred form, through the outbox.`,
  );
}

/** A template without the names of its variables. */
function shapeOf(template: string): string {
  return template.replace(/\{[^:}]*/g, '{');
}
