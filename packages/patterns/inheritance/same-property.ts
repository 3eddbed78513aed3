import type { PropertyModel } from '@tablewright/core';

/** What a query rests on when it asks rows of several classes for one property. */
const OPTIONS = ['column', 'kind', 'edm', 'required', 'nullable', 'stored', 'convert', 'members'] as const;

/** The first thing in which two declarations of a property differ; `undefined` if they mean the same. */
export function differingOption(base: PropertyModel, own: PropertyModel | undefined): string | undefined {
  if (!own) return 'it is not mapped';
  return (
    OPTIONS.find((option) => base[option] !== own[option]) ?? (sameDefault(base, own) ? undefined : 'default')
  );
}

/** A function is compared as such, since it may make another value each time. */
function sameDefault(base: PropertyModel, own: PropertyModel): boolean {
  if (!base.constantDefault || !own.constantDefault) return base.makeDefault === own.makeDefault;
  return Object.is(base.makeDefault!(), own.makeDefault!());
}
