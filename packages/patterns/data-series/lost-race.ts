import { hasCode } from '@tablewright/core';

/** The service refused a write because somebody else was faster: looking again shows what to do. */
export class LostRace extends Error {
  constructor(cause: unknown) {
    super('somebody else was faster', { cause });
  }
}

const REFUSALS = ['ENTITY_CHANGED', 'ENTITY_EXISTS', 'ENTITY_NOT_FOUND'] as const;

/** A write of what was just looked at: each refusal is a lost race. */
export async function racing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw REFUSALS.some((code) => hasCode(error, code)) ? new LostRace(error) : error;
  }
}
