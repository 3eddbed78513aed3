import { createRequire } from 'node:module';
import { notesOf, type ValueClass } from '../../model/index.js';

type ClassTransformer = typeof import('class-transformer');

export interface NestedTransformer {
  toPlain(value: object | null): unknown;
  toInstance(plain: object): unknown;
}

/**
 * class-transformer and reflect-metadata are loaded when the first nested column is built, not on import:
 * most programs never need them. `require`, because decoding cannot wait for an `import()`.
 */
export function loadNestedTransformer(type: () => ValueClass): NestedTransformer {
  let ready: { readonly library: ClassTransformer; readonly target: ValueClass } | undefined;
  const load = () => {
    if (!ready) {
      const require = createRequire(import.meta.url);
      require('reflect-metadata');
      const library = require('class-transformer') as ClassTransformer;
      // The class is asked for only now: it may be declared after the entity that names it.
      const target = type();
      describeNested(library, target, new Set());
      ready = { library, target };
    }
    return ready;
  };
  return {
    toPlain: (value) => {
      const { library } = load();
      try {
        return library.instanceToPlain(value);
      } catch {
        // Cycles end in a stack overflow there; to the caller that is a value that JSON cannot hold.
        return undefined;
      }
    },
    toInstance: (plain) => {
      const { library, target } = load();
      return library.plainToInstance(target as new () => object, plain);
    },
  };
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
