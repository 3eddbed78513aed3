import type { ReferenceStorage } from '@tablewright/testing';
import type { ProgramContext } from './program.js';

/** For a program that is done before the others begin: nothing comes between its requests, and none fails. */
export function earlier({ service, clock }: ReferenceStorage): ProgramContext {
  let ids = 0;
  return { httpClient: service, clock, random: () => 0.5, newId: () => `earlier-${++ids}` };
}
