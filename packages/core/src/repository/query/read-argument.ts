import { types } from 'node:util';
import { OptionsError } from '../../errors/index.js';

/** The properties of an object argument, each read once. Untyped callers may pass anything. */
export function entriesOf(value: unknown, option: string): readonly (readonly [string, unknown])[] {
  const refusal = () => new OptionsError(option, `${option} is an object of properties and values.`);
  try {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refusal();
    const entries = Object.entries(value);
    // A promise that was not awaited, a Map, a Date: they would ask for nothing, and so find everything.
    if (entries.length === 0 && !isPlainObject(value)) throw refusal();
    return entries;
  } catch (error) {
    // A revoked proxy answers with a TypeError.
    throw error instanceof TypeError ? refusal() : error;
  }
}

/** The elements of an array argument, copied. */
export function elementsOf(value: unknown, option: string): readonly unknown[] {
  const refusal = () => new OptionsError(option, `${option} is an array.`);
  try {
    if (!Array.isArray(value)) throw refusal();
    return Array.from(value);
  } catch (error) {
    throw error instanceof TypeError ? refusal() : error;
  }
}

/** A value to compare with, kept as it is now: a Date could be changed later. */
export function frozenValue(value: unknown): unknown {
  // Not everything that inherits from Date is one; the property's codec says so.
  return types.isDate(value) ? new Date(value) : value;
}

/** Whether an object answers questions at all: a revoked proxy does not. */
export function isRevoked(value: unknown): boolean {
  try {
    Array.isArray(value);
    return false;
  } catch {
    return true;
  }
}

export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
