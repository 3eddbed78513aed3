import type { Attempts, CallOptions, EntityClass, Explanation, KeyOf } from '@tablewright/core';
import type { SeriesDeclaration } from './declaration.js';
import type { SlotValues } from './slot-values.js';
import type { Slots } from './slots.js';

type SlotOf<D> = D extends { readonly slots: Slots<infer T> } ? T : never;
type ValueOf<D> = D extends { readonly type: 'int64' } ? bigint : number;
type MissingOf<D> = D extends { readonly missing: number | bigint } ? never : undefined;
type ReadOf<D> = SlotValues<SlotOf<D>, ValueOf<D> | MissingOf<D>>;

/** For calls that may have to start over when others write the same row. */
export type SlotWriteOptions = CallOptions & Attempts;

/** A series of a repository. */
export interface Series<C extends EntityClass, D extends SeriesDeclaration> {
  /** The whole series of an entity: 1 request. */
  get(key: KeyOf<C>, options?: CallOptions): Promise<ReadOf<D>>;
  /** The slots from one to another, both included: 1 request, which fetches nothing else. */
  range(key: KeyOf<C>, from: SlotOf<D>, to: SlotOf<D>, options?: CallOptions): Promise<ReadOf<D>>;
  /**
   * Gives a slot a value, whatever it had. 1 request; 2 where the class has a discriminator or a version. The first
   * slot of a further row costs 1 or 2 more.
   */
  set(key: KeyOf<C>, slot: SlotOf<D>, value: ValueOf<D>, options?: SlotWriteOptions): Promise<void>;
  /** What these calls would send. No requests. */
  readonly explain: SeriesExplainer<C, D>;
}

/** A series of whole numbers. */
export interface CountingSeries<C extends EntityClass, D extends SeriesDeclaration> extends Series<C, D> {
  /**
   * Adds to a slot, 1 unless told, and returns what it then holds. Exact, however many do so at once, and applied once
   * even where replies get lost. 2 requests, and 2 more each time that another process was faster.
   */
  increment(key: KeyOf<C>, slot: SlotOf<D>, by?: ValueOf<D>, options?: SlotWriteOptions): Promise<ValueOf<D>>;
  readonly explain: CountingExplainer<C, D>;
}

export interface SeriesExplainer<C extends EntityClass, D extends SeriesDeclaration> {
  get(key: KeyOf<C>): Explanation;
  range(key: KeyOf<C>, from: SlotOf<D>, to: SlotOf<D>): Explanation;
  set(key: KeyOf<C>, slot: SlotOf<D>, value: ValueOf<D>): Explanation;
}

export interface CountingExplainer<C extends EntityClass, D extends SeriesDeclaration>
  extends SeriesExplainer<C, D> {
  increment(key: KeyOf<C>, slot: SlotOf<D>, by?: ValueOf<D>): Explanation;
}

/** What a repository gains: each series under its name. */
export type DataSeriesApi<C extends EntityClass, D extends Readonly<Record<string, SeriesDeclaration>>> = {
  readonly [N in keyof D]: D[N] extends { readonly type: 'double' }
    ? Series<C, D[N]>
    : CountingSeries<C, D[N]>;
};
