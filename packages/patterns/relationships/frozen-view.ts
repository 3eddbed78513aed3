import { type EntityModel, VIEW } from '@tablewright/core';

/**
 * Makes a view of an instance that nobody else holds: many callers will share it, so that it must not change, and it
 * may be out of date, so that no write takes it. Methods and getters stay.
 */
export function frozenView<E extends object>({ properties }: EntityModel, entity: E): E {
  for (const { property, computed } of properties.values()) {
    if (computed || Object.hasOwn(entity, property) || !(property in entity)) continue;
    // What an accessor keeps is out of reach of freeze(), so the view has the value itself in front of it.
    Object.defineProperty(entity, property, { value: deepFrozen(Reflect.get(entity, property)) });
  }
  Object.defineProperty(entity, VIEW, { value: true });
  return deepFrozen(entity);
}

/** Nested values, too. What cannot be frozen (bytes, the time in a Date) is left as it is. */
function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) {
    return value;
  }
  Object.freeze(value);
  for (const nested of Object.values(value)) deepFrozen(nested);
  return value;
}
