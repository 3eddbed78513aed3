import type { EntityClass } from '../../model/index.js';
import type { NotAView } from '../query/view.js';
import type { Changes, EntityOf, Input, KeyOf, Target } from '../types.js';
import type { UpsertMode } from '../write/prepare-upsert.js';

/** Which version a write of a bulk run may replace, as in the single operations. */
export interface BulkGuard {
  /** Only this version, as `etagOf` gave it. */
  readonly ifMatch?: string;
  /** Whatever is there. */
  readonly force?: boolean;
}

/** One write of a bulk run: what the method of the same name takes. */
export type BulkItem<C extends EntityClass> = C extends EntityClass
  ?
      | { readonly insert: Input<C> }
      | { readonly upsert: Input<C>; readonly mode?: UpsertMode }
      | ({ readonly replace: Input<C> } & BulkGuard)
      | ({
          readonly update: EntityOf<C> & NotAView;
          readonly changes?: Changes<EntityOf<C>, C['key']>;
        } & BulkGuard)
      | ({
          readonly update: KeyOf<C> & NotAView;
          readonly changes: Changes<EntityOf<C>, C['key']>;
        } & BulkGuard)
      | ({ readonly delete: Target<C> } & BulkGuard)
  : never;
