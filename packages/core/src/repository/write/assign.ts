import type { RepositoryContext } from '../context.js';

/** Lets the patterns give a new entity what it lacks. Runs once; retries send the same row. */
export function assignAll<E extends object>({ patterns, store }: RepositoryContext, entity: E): E {
  if (patterns.assigns.length === 0) return entity;
  const tools = { now: () => store.clock.now(), newId: store.newId, random: store.random };
  for (const assign of patterns.assigns) assign(entity, tools);
  return entity;
}
