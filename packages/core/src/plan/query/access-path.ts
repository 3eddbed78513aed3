import type { CompiledTemplate } from '../../keys/index.js';
import type { EntityModel } from '../../model/index.js';

/** `building`: written, but not read yet. `dropping`: no longer written, and not read. */
export type DerivationState = 'building' | 'ready' | 'dropping';

/** One order in which rows of an entity are stored: the primary rows, or the copies that an index keeps. */
export interface AccessPath {
  /** `primary`, or the name of the index. */
  readonly name: string;
  readonly state: DerivationState;
  /** The table of its rows, where it is not the entity's own; `{table}` in it stands for that one. */
  readonly table?: string;
  readonly partition: CompiledTemplate;
  readonly row: CompiledTemplate;
  /** The properties that its rows carry, those of their keys included. Left out: all. */
  readonly carries?: ReadonlySet<string>;
  /** Only entities that have these values have a row here; so only queries that ask for them may use it. */
  readonly where?: Readonly<Record<string, unknown>>;
  /** An entity has one row here for each element of this array property; the template names it. */
  readonly each?: string;
  /** Its rows may lag behind the entities: it is only used where it is asked for by its name. */
  readonly onlyNamed?: boolean;
}

/** The table of rows that follow from the entities of a table, as a path or a derivation declares it. */
export function tableFor(declared: string | undefined, entities: string): string {
  return declared?.replaceAll('{table}', entities) ?? entities;
}

/** The path of the rows that are the truth. */
export function primaryPath({ partition, row }: EntityModel): AccessPath {
  return { name: 'primary', state: 'ready', partition, row };
}
