import type { FieldDeclaration, ValueClass } from './property.js';

// Compilers fill `context.metadata` only if the symbol exists when the class is evaluated; Node 20 to 24 lack it.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');
const METADATA = (Symbol as unknown as { readonly metadata: symbol }).metadata;

/** What hangs off a class: its own declarations only. Inheritance is resolved by walking the classes. */
export interface ClassNotes {
  readonly fields: Map<string, FieldDeclaration>;
  readonly nested: Map<string, () => ValueClass | DateConstructor>;
}

const NOTES = Symbol.for('tablewright.notes');

/** The notes of a class (legacy decorators) or of its metadata bag (standard decorators), made on demand. */
export function ownNotes(holder: object): ClassNotes {
  if (!Object.hasOwn(holder, NOTES)) {
    Object.defineProperty(holder, NOTES, { value: { fields: new Map(), nested: new Map() } });
  }
  return (holder as Record<symbol, ClassNotes>)[NOTES]!;
}

/** Both kinds of notes along the inheritance chain, the base class first. */
export function notesOf(target: object): readonly ClassNotes[] {
  const found: ClassNotes[] = [];
  for (let at: object | null = target; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
    const bag = Object.hasOwn(at, METADATA)
      ? (at as unknown as Record<symbol, object | null>)[METADATA]
      : undefined;
    for (const holder of [at, bag]) {
      if (holder && Object.hasOwn(holder, NOTES)) found.unshift(ownNotes(holder));
    }
  }
  return found;
}

/** All declared properties, a subclass's declaration replacing its base's. */
export function declaredFields(target: object): ReadonlyMap<string, FieldDeclaration> {
  const fields = new Map<string, FieldDeclaration>();
  for (const notes of notesOf(target)) {
    for (const [name, declaration] of notes.fields) fields.set(name, declaration);
  }
  return fields;
}

/** The names of the properties that a class maps. */
export function mappedProperties(target: object): readonly string[] {
  return [...declaredFields(target)].filter(([, field]) => field.kind !== 'ignored').map(([name]) => name);
}
