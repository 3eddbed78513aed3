import type {
  BoundBulkItem,
  BulkGuard,
  EntityClass,
  MixedMember,
  NotAView,
  UpsertMode,
} from '@tablewright/core';
import type { ChangesOf, ClassesOf, ItemOf } from './types.js';

/** One write of a bulk run over several classes, by the class of the instance. */
export type DispatchedBulkItem<M extends readonly MixedMember[]> =
  ItemOf<M> extends infer E
    ? E extends object
      ?
          | { readonly insert: E & NotAView }
          | { readonly upsert: E & NotAView; readonly mode?: UpsertMode }
          | ({ readonly replace: E & NotAView } & BulkGuard)
          | ({ readonly update: E & NotAView; readonly changes?: ChangesOf<M, E> } & BulkGuard)
          | ({ readonly delete: E & NotAView } & BulkGuard)
      : never
    : never;

/** What a bulk run reads. Writes by key say their class: `people.of(Employee).bulkItem({ … })`. */
export type DispatchedBulkSource<M extends readonly MixedMember[], D extends EntityClass = ClassesOf<M>> =
  | Iterable<DispatchedBulkItem<M> | BoundBulkItem<D>>
  | AsyncIterable<DispatchedBulkItem<M> | BoundBulkItem<D>>;
