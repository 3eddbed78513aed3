import { DefinitionError } from '../errors.js';
import { type ClassNotes, ownNotes } from '../metadata.js';
import type { FieldDeclaration } from '../property.js';

/**
 * One decorator, every call shape: standard fields, accessors and getters, and the legacy
 * `experimentalDecorators` form. The compiler picks the overload by what it passes.
 */
export interface FieldDecorator<V = unknown> {
  <T>(value: undefined, context: ClassFieldDecoratorContext<T, V>): void;
  <T>(value: ClassAccessorDecoratorTarget<T, V>, context: ClassAccessorDecoratorContext<T, V>): void;
  <T>(value: (this: T) => V, context: ClassGetterDecoratorContext<T, V>): void;
  <K extends string, T extends { [P in K]?: V }>(target: T, key: K, descriptor?: PropertyDescriptor): void;
}

interface StandardContext {
  readonly kind: string;
  readonly name: string | symbol;
  readonly static: boolean;
  readonly private: boolean;
  readonly metadata: object;
}

/** What a decorated place looks like, whichever decorators the compiler emits. */
export interface DecoratedPlace {
  readonly property: string;
  readonly notes: ClassNotes;
  readonly designType?: unknown;
}

/** Builds a decorator that hands the decorated place to `note`. */
export function placeDecorator<V>(
  decorator: string,
  note: (place: DecoratedPlace) => void,
): FieldDecorator<V> {
  const decorate = (
    target: object | undefined,
    where: string | symbol | StandardContext,
    descriptor?: PropertyDescriptor,
  ): void => {
    note(
      typeof where === 'object'
        ? standardPlace(decorator, where)
        : legacyPlace(decorator, target as object, where, descriptor),
    );
  };
  return decorate as FieldDecorator<V>;
}

/** Builds a decorator that declares a mapped property. */
export function fieldDecorator<V>(decorator: string, declaration: FieldDeclaration): FieldDecorator<V> {
  return placeDecorator(decorator, ({ property, notes, designType }) => {
    notes.fields.set(property, designType === undefined ? declaration : { ...declaration, designType });
  });
}

function standardPlace(decorator: string, context: StandardContext): DecoratedPlace {
  const { kind, name } = context;
  if (
    context.static ||
    context.private ||
    typeof name === 'symbol' ||
    kind === 'method' ||
    kind === 'setter'
  ) {
    throw misplaced(decorator, name);
  }
  return { property: name, notes: ownNotes(context.metadata) };
}

function legacyPlace(
  decorator: string,
  target: object,
  name: string | symbol,
  descriptor: PropertyDescriptor | undefined,
): DecoratedPlace {
  const isMethod = typeof descriptor?.value === 'function';
  if (typeof target === 'function' || typeof name === 'symbol' || isMethod) throw misplaced(decorator, name);
  const reflect = Reflect as { getMetadata?: (key: string, target: object, property: string) => unknown };
  return {
    property: name,
    notes: ownNotes(target.constructor),
    designType: reflect.getMetadata?.('design:type', target, name),
  };
}

function misplaced(decorator: string, name: string | symbol): DefinitionError {
  return new DefinitionError(
    `@${decorator}() cannot stand on '${String(name)}': it maps public instance fields, accessors and getters with string names.`,
    { entity: 'unknown', rule: 'PROPERTY_PLACE', property: String(name) },
  );
}
