import type { TableClient, TableEntityQueryOptions } from '@azure/data-tables';
import type { RawReply, RawRequest, Target } from './target.js';

interface SdkError {
  readonly statusCode?: number;
  readonly code?: string;
  readonly details?: { readonly errorCode?: string; readonly odataError?: { readonly code?: string } };
}

/** `ok`, or the status and the code of the refusal: `409 EntityAlreadyExists`. */
export async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    const { statusCode, code, details } = error as SdkError;
    if (statusCode === undefined) throw error;
    return refusal(statusCode, details?.odataError?.code ?? code ?? details?.errorCode);
  }
}

export function replyOutcome({ status, text, header }: RawReply): string {
  if (status < 300) return 'ok';
  const code = /"code"\s*:\s*"(\w+)"/.exec(text) ?? /<(?:m:)?code>(\w+)</i.exec(text);
  return refusal(status, code?.[1] ?? header('x-ms-error-code'));
}

export async function sent(target: Target, table: TableClient, request: RawRequest): Promise<string> {
  return replyOutcome(await target.send(table, request));
}

function refusal(status: number, code: string | undefined): string {
  return code === undefined || code === '' ? `${status}` : `${status} ${code}`;
}

/** The row keys that a query finds, or its refusal. */
export async function found(table: TableClient, queryOptions: TableEntityQueryOptions): Promise<unknown> {
  const keys: unknown[] = [];
  const refused = await outcome(
    (async () => {
      for await (const { rowKey } of table.listEntities({ queryOptions })) keys.push(rowKey);
    })(),
  );
  return refused === 'ok' ? keys : refused;
}

type Run = (target: Target) => Promise<unknown>;

/** Where the documentation names no code, or several would do: the statuses alone. */
export const statuses =
  (run: Run): Run =>
  async (target) => {
    const told = await run(target);
    return Array.isArray(told) ? told.map(statusOf) : statusOf(told);
  };

function statusOf(told: unknown): unknown {
  return typeof told === 'string' && /^\d{3}/.test(told) ? Number(told.slice(0, 3)) : told;
}
