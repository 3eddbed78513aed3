import { inspect } from 'node:util';
import { isTablewrightError } from '@tablewright/core';
import type { InstrumentedHttpClient, RecordedRequest } from '@tablewright/testing';

/** Stands in every property that is stored or refused: no error may ever show it. */
export const CANARY = 'CANARY-7f3a9';

/** Thrown by hostile getters and traps: the only foreign error that may come through. */
export class OwnError extends Error {
  override readonly name = 'OwnError';
}

export type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly requests: readonly RecordedRequest[] }
  | { readonly ok: false; readonly error: unknown; readonly requests: readonly RecordedRequest[] };

/** Runs one call, whether it throws or rejects, and tells what was sent. */
export async function attempt(http: InstrumentedHttpClient, run: () => unknown): Promise<Outcome> {
  const from = http.requests.length;
  try {
    const value = await run();
    return { ok: true, value, requests: http.requests.slice(from) };
  } catch (error) {
    return { ok: false, error, requests: http.requests.slice(from) };
  }
}

interface Allowed {
  /** Reading before the refusal is part of the operation. */
  readonly reads?: boolean;
}

/** What is wrong with a refusal: `undefined` when it is coded, discreet, and came before anything was sent. */
export function problemOf(outcome: Outcome, { reads = false }: Allowed = {}): string | undefined {
  if (outcome.ok) return undefined;
  const { error, requests } = outcome;
  const sent = requests.filter(({ method }) => !reads || method !== 'GET');
  if (sent.length > 0)
    return `refused after ${sent.map(({ operation }) => operation).join(', ')}: ${name(error)}`;
  if (error instanceof OwnError) return undefined;
  if (!isTablewrightError(error) || typeof error.code !== 'string')
    return `not a coded error: ${name(error)}`;
  return leakOf(error, [CANARY]);
}

/** Which of the secrets an error shows to somebody who looks closely, if any. */
export function leakOf(error: unknown, secrets: readonly string[]): string | undefined {
  const views = {
    message: String((error as Error)?.message),
    string: String(error),
    stack: String((error as Error)?.stack),
    inspect: inspect(error, { depth: null, showHidden: true, maxStringLength: null, maxArrayLength: null }),
    json: jsonOf(error),
  };
  for (const [view, text] of Object.entries(views)) {
    if (secrets.some((secret) => text.includes(secret)))
      return `shows a secret in its ${view}: ${name(error)}`;
  }
  return undefined;
}

function jsonOf(error: unknown): string {
  try {
    return JSON.stringify(error) ?? '';
  } catch {
    return CANARY; // An error that a logger cannot write holds something that is none of its business.
  }
}

function name(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message.slice(0, 120)}` : typeof error;
}
