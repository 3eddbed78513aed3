/** Marks views across two installed copies of the package. */
export const VIEW: unique symbol = Symbol.for('tablewright.view') as typeof VIEW;

/** Some of an entity's properties, to be read only: every write refuses it, in types and at run time. */
export type View<T> = Readonly<T> & { readonly [VIEW]: true };

/** What no view fits: the type of everything that can be written. */
export interface NotAView {
  readonly [VIEW]?: never;
}

/** The brand is inherited and hidden, so that a view looks, spreads and serialises like a plain object. */
const prototype: object = Object.create(Object.prototype, { [VIEW]: { value: true } }) as object;

/** A view of the named properties of an object; those without a value are left out. */
export function viewOf<T extends object>(
  source: T,
  properties: Iterable<string> = Object.keys(source),
): View<T> {
  const view = Object.create(prototype) as Record<string, unknown>;
  for (const property of properties) {
    const value = (source as Record<string, unknown>)[property];
    if (value !== undefined) view[property] = value;
  }
  return Object.freeze(view) as View<T>;
}

export function isView(value: unknown): boolean {
  try {
    return typeof value === 'object' && value !== null && VIEW in value;
  } catch {
    // A revoked proxy answers no question at all.
    return false;
  }
}
