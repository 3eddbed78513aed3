import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';

export const ITEMS = 'SoakItems';
export const SIZES = 'SoakSizes';

@Entity({ table: ITEMS })
export class Item {
  static readonly key = key({ partition: '{group}', row: 'item_{id:06}' });
  @Text() group!: string;
  @Int32() id!: number;
  @Text() label!: string;
  @Text() color?: string;
  @Int32() size?: number;
  @Int32() count!: number;
  /** The operations that counted, in their order, each followed by a space: the count can be checked by hand. */
  @Text() ledger!: string;
}

/** One index in the table of the entities, one in another; both carry the count, so that each operation concerns them. */
export class Items extends Repository(Item).with(
  InterPartitionIndex({
    byColor: { partition: 'color_{color}', row: 'color_{group}', project: ['count', 'label'] },
    bySize: { partition: 'size_{size:03}', row: '{label}', table: SIZES, project: ['count', 'color'] },
  }),
) {}
