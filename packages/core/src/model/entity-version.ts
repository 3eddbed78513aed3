import type { CellValue } from '../edm/index.js';
import { SYSTEM_COLUMN_PREFIX } from '../limits/index.js';
import { DefinitionError } from './errors.js';

/** Where a row keeps the version of its class, as an Edm.Int32. A row without it is of version 1. */
export const VERSION_COLUMN: string = `${SYSTEM_COLUMN_PREFIX}version`;

const LARGEST_VERSION = 2 ** 31 - 1;

/** A row's columns by their names, as they travel: Int64, DateTime, Guid and Binary are text. */
export type StoredColumns = Record<string, CellValue>;

/**
 * Turns the stored columns of one version into those of the next. Gets a copy of its own, which it may change;
 * `undefined` and `null` in the result are absent columns. Pure: it runs on every read of an old row.
 */
export type Upgrader = (columns: StoredColumns) => Readonly<Record<string, CellValue | null | undefined>>;

/** The upgrader of each step, by the version that it starts from. */
export type Upgrades = Readonly<Record<number, Upgrader>>;

/** Which version of its rows a class knows, and how it reads older ones. */
export interface Versioning {
  /** `undefined`: the class declares none, and stands for version 1. */
  readonly version: number | undefined;
  /** In the order of their versions. */
  readonly upgrades: ReadonlyMap<number, Upgrader>;
}

/** Checks the declared version and upgraders of a class. */
export function versioningOf(entity: string, version: unknown, upgrade: unknown): Versioning {
  if (version !== undefined && !isVersion(version)) {
    throw new DefinitionError(`${entity}: version is a whole number from 1 to ${LARGEST_VERSION}.`, {
      entity,
      rule: 'VERSION',
    });
  }
  return { version, upgrades: upgradesOf(entity, version ?? 1, upgrade) };
}

/** Whether a value is a version that a class or a row may have. */
export function isVersion(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= LARGEST_VERSION;
}

function upgradesOf(entity: string, version: number, upgrade: unknown): ReadonlyMap<number, Upgrader> {
  const fail = (message: string): never => {
    throw new DefinitionError(`${entity}: ${message}`, { entity, rule: 'UPGRADE' });
  };
  if (upgrade === undefined) return new Map();
  if (typeof upgrade !== 'object' || upgrade === null || Array.isArray(upgrade)) {
    return fail(
      'upgrade is an object of functions by the version that they start from: { 1: (columns) => … }.',
    );
  }
  const steps: [number, Upgrader][] = [];
  for (const [name, step] of Object.entries(upgrade)) {
    const from = Number(name);
    if (String(from) !== name || !isVersion(from) || from >= version) {
      fail(
        version === 1
          ? 'upgrade needs a version of 2 or more: @Entity({ version: 2, upgrade: … }).'
          : `upgrade has the versions 1 to ${version - 1} to start from, and names another.`,
      );
    }
    if (typeof step !== 'function') fail(`the upgrade from version ${from} is not a function.`);
    steps.push([from, step as Upgrader]);
  }
  return new Map(steps.toSorted(([a], [b]) => a - b));
}
