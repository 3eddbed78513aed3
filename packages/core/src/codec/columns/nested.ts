import { createRequire } from 'node:module';
import { notesOf, type ValueClass } from '../../model/index.js';
import { isPlain } from './json-text.js';
import { ValueObjects } from './value-objects.js';

type ClassTransformer = typeof import('class-transformer');

/** Both give `undefined` for what is not a value object, or an array of them. */
export interface NestedTransformer {
  toPlain(value: unknown): unknown;
  toInstance(plain: unknown): unknown;
}

/**
 * class-transformer and reflect-metadata are loaded when the first nested column is used, not on import:
 * most programs never need them. `require`, because decoding cannot wait for an `import()`.
 */
export function loadNestedTransformer(type: () => ValueClass): NestedTransformer {
  let ready:
    | { readonly library: ClassTransformer; readonly objects: ValueObjects; readonly target: ValueClass }
    | undefined;
  const load = () => {
    if (!ready) {
      const require = createRequire(import.meta.url);
      require('reflect-metadata');
      const library = require('class-transformer') as ClassTransformer;
      // The class is asked for only now: it may be declared after the entity that names it.
      const target = type();
      describeNested(library, target, new Set());
      ready = { library, target, objects: new ValueObjects(library) };
    }
    return ready;
  };
  const each = (value: unknown, test: (item: unknown) => boolean) =>
    Array.isArray(value) ? value.every(test) : test(value);
  return {
    toPlain(value) {
      const { library, objects, target } = load();
      const sound = each(value, (item) => objects.comeBack(item, target));
      return sound ? library.instanceToPlain(value) : undefined;
    },
    toInstance(plain) {
      const { library, objects, target } = load();
      const sound = each(plain, (item) => isObject(item) && isPlain(item) && objects.areReadable(item));
      return sound ? library.plainToInstance(target as new () => object, plain as object) : undefined;
    },
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Hands what `@Nested` recorded to class-transformer, for the class and all that it holds. */
function describeNested(library: ClassTransformer, target: ValueClass, seen: Set<unknown>): void {
  if (seen.has(target)) return;
  seen.add(target);
  for (const notes of notesOf(target)) {
    for (const [property, type] of notes.nested) {
      library.Type(type)(target.prototype as object, property);
      const nested = type();
      if (nested !== Date) describeNested(library, nested as ValueClass, seen);
    }
  }
}
