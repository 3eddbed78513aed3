import type { EntityCodec, RawRow } from '../../codec/index.js';
import type { Row } from '../../edm/index.js';
import type { CompiledTemplate } from '../../keys/index.js';
import type { ServiceLimits } from '../../limits/index.js';
import type { DefinitionRule, EntityClass, EntityModel } from '../../model/index.js';
import type { Change, Derivation, FedColumns, RowSplit } from '../../plan/index.js';
import type { CallOptions, CallScope } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import type { PathReader } from '../query/path-reader.js';
import type { DeferredDerivation } from './outbox.js';
import type { PatternSet } from './pattern-set.js';

declare const TYPES: unique symbol;

/**
 * Something a repository can opt into: `Repository(Employee).with(pattern)`. `Api` is what the repository
 * gains, `Needs` what its constructor then asks for.
 */
export interface Pattern<
  C extends EntityClass = EntityClass,
  Api extends object = object,
  Needs extends object = object,
> {
  /** The kind of pattern. It may be applied several times, with different declarations. */
  readonly name: string;
  /** Patterns that must have been applied before this one. */
  readonly requires?: readonly string[];
  /** Patterns that cannot be on the same repository. */
  readonly conflicts?: readonly string[];
  /** Checks the declaration against the entity class and works out its parts. Runs once, when the class is defined. */
  define(scope: DefinitionScope): PatternDefinition;
  /** Carries the types only; never set. */
  readonly [TYPES]?: (entity: C) => { readonly api: Api; readonly needs: Needs };
}

/** What a pattern's definition has to work with. */
export interface DefinitionScope {
  readonly model: EntityModel;
  readonly codec: EntityCodec;
  /** The names of the patterns that were applied before. */
  readonly applied: readonly string[];
  /**
   * Compiles a key template over the entity's properties, optional ones included. `elements` names array
   * properties whose elements are meant, and their kind.
   */
  compileTemplate(
    template: string,
    where: 'partition' | 'row',
    elements?: Readonly<Record<string, ElementKind>>,
  ): CompiledTemplate;
  /** Throws a DefinitionError. The message says what to do instead. */
  fail(message: string, rule?: DefinitionRule): never;
}

/** What the elements of an indexed array are. */
export type ElementKind = 'text' | 'int32' | 'int64' | 'double' | 'boolean' | 'guid';

/** The parts of a pattern, all optional. */
export interface PatternDefinition {
  /** Why the pattern cannot work on a service, or in a table, and what to do instead; asked when a repository is made. */
  unfit?(limits: ServiceLimits, table: string): string | undefined;
  /**
   * Why the pattern cannot work beside the others of the repository, and what to do instead. Asked when the class
   * is defined, and again whenever another pattern joins: the order of `with` does not matter.
   */
  clash?(patterns: PatternSet): string | undefined;
  /** Gives a new entity what it lacks (generated keys, ids): once, before the first attempt. */
  assign?(entity: object, tools: AssignTools): void;
  /** Changes the row between the entity and the table, and back. Patterns apply in order; reads in reverse. */
  readonly stage?: RowStage;
  /** Stores the row as several, in its last form before the table. One pattern of a repository may. */
  readonly split?: RowSplit;
  /**
   * Columns of the entity's row that are not the entity's: the pattern writes them by itself, such as the slots of a
   * series. A write that replaces the row keeps them, and reads it for that.
   */
  readonly keeps?: Iterable<string>;
  /** What else exists because a row exists. */
  readonly derivations?: readonly Derivation[];
  /** Columns of the entity that others fill: its own writers neither change nor erase them. */
  readonly fed?: readonly FedColumns[];
  /** What follows in other partitions, tables and stores, through the outbox. */
  readonly deferred?: readonly DeferredDerivation[];
  /** Work that must be done before the commit, such as uploading what the row will point to. */
  effects?(change: Change): readonly Effect[];
  /** How the planner and the query executor may read the derived rows. */
  readonly paths?: readonly PathReader[];
  /** The members that each repository gains, made once for each instance. */
  readonly members?: Readonly<Record<string, (host: PatternHost) => unknown>>;
}

/** Where generated values come from; a test can replace all of it. */
export interface AssignTools {
  now(): number;
  newId(): string;
  random(): number;
}

export interface RowStage {
  encode(row: Row): Row | Promise<Row>;
  decode(row: RawRow): RawRow | Promise<RawRow>;
}

/** Must be safe to repeat. What it left behind, if the commit never comes, is the pattern's to collect. */
export interface Effect {
  run(scope: CallScope): Promise<void>;
}

/** The repository that a pattern's members belong to. */
export interface PatternHost {
  readonly context: RepositoryContext;
  /** Adds a new entity, as the repository does: 1 request. */
  insert(entity: object, options?: CallOptions): Promise<object>;
  /** Many entities by their keys, in the order of the keys: 1 request for each distinct key. */
  getMany(keys: Iterable<object>, options?: CallOptions): Promise<(object | undefined)[]>;
}
