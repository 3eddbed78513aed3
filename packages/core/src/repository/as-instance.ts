import { UnknownPropertyError } from '../codec/index.js';
import { OptionsError } from '../errors/index.js';
import { type EntityModel, mappedProperties } from '../model/index.js';
import { ViewError } from './query/errors.js';
import { isView } from './query/view.js';

/**
 * The instance to write. Objects that merely look like the entity are turned into one, so that getters and
 * methods work; nothing that they hold is dropped silently.
 */
export function asInstance<E extends object>(model: EntityModel<E>, input: object): E {
  return withDefaults(model, instanceOf(model, input));
}

/** Refuses a view as something to write, be it as the entity or as its key. */
export function refuseView({ name }: EntityModel, input: object): void {
  if (isView(input)) throw new ViewError(name);
}

/** A default is made once, for the row and for the instance that stands for it. */
function withDefaults<E extends object>(model: EntityModel<E>, entity: E): E {
  for (const { property, makeDefault, computed } of model.defaulted) {
    const missing = !computed && (entity as Record<string, unknown>)[property] === undefined;
    if (missing) Reflect.set(entity, property, makeDefault!());
  }
  return entity;
}

function instanceOf<E extends object>(model: EntityModel<E>, input: object): E {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new OptionsError('entity', `${model.name}: an entity is an object.`);
  }
  refuseView(model, input);
  const prototype = Object.getPrototypeOf(input) as object | null;
  if (prototype === model.entity.prototype) return input as E;
  if (input instanceof model.entity) return checkSubclass(model, input as E);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new OptionsError('entity', `${model.name}: this is an instance of another class.`);
  }
  return fromPlain(model, input);
}

function fromPlain<E extends object>(model: EntityModel<E>, input: object): E {
  const instance = model.create();
  for (const [name, value] of Object.entries(input)) {
    const property = model.properties.get(name);
    if (property ? !property.computed : isOwnField(instance, name)) {
      (instance as Record<string, unknown>)[name] = value;
    } else if (!property && value !== undefined && !isOfClass(instance, name)) {
      throw new UnknownPropertyError(model.name, name);
    }
  }
  return instance;
}

/** A field that the class has but does not store: it comes along, as with a spread instance. */
function isOwnField(instance: object, name: string): boolean {
  return Object.getOwnPropertyDescriptor(instance, name)?.writable ?? false;
}

/** A getter or method that the class or its bases declare; what every object has does not count. */
function isOfClass(instance: object, name: string): boolean {
  return name in instance && !(name in Object.prototype);
}

/** A subclass may add behaviour, but not columns that this repository would not store. */
function checkSubclass<E extends object>(model: EntityModel<E>, input: E): E {
  for (const name of mappedProperties(input.constructor)) {
    if (!model.properties.has(name)) throw new UnknownPropertyError(model.name, name);
  }
  return input;
}
