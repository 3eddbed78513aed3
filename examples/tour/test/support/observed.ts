import { type EmbeddedStorage, embeddedStorage, type RecordedRequest } from '@tablewright/testing';
import { afterAll, beforeAll } from 'vitest';
import type { PhysicalRow } from '../../src/physical-rows.js';
import { type BatchPart, batchParts } from '../../src/render/batch.js';
import { type Observed, Stage } from '../../src/stage.js';
import type { Act } from '../../src/step.js';
import { steps } from '../../src/steps/index.js';

export interface Seen {
  readonly emulator: EmbeddedStorage;
  /** What the acts of a step did, in their order. */
  of(step: string): readonly (Observed & { readonly act: Act })[];
}

/** Runs all steps once, without any page, for tests that look at what happened rather than at what is told. */
export function useObservedTour(): Seen {
  let emulator: EmbeddedStorage;
  const seen = new Map<string, (Observed & { readonly act: Act })[]>();
  beforeAll(async () => {
    emulator = await embeddedStorage({ services: ['table', 'queue'] });
    const stage = new Stage(emulator, 80);
    for (const { name, acts } of steps) {
      const observed: (Observed & { readonly act: Act })[] = [];
      for (const act of acts) observed.push({ ...(await stage.run(act)), act });
      seen.set(name, observed);
    }
  });
  afterAll(() => emulator.close());
  return {
    get emulator() {
      return emulator;
    },
    of: (step) => seen.get(step)!,
  };
}

/** `GET`, `POST`…, in order. */
export function methods({ requests }: Observed): string {
  return requests.map(({ method }) => method).join(' ');
}

/** The writes inside of a transaction's request. */
export function partsOf(request: RecordedRequest | undefined): readonly BatchPart[] {
  return batchParts(request?.body ?? '') ?? [];
}

/** A row's columns as text. */
export function columnsOf(
  rows: readonly PhysicalRow[],
  partition: string,
  rowKey: string,
): Readonly<Record<string, string>> | undefined {
  const row = rows.find((each) => each.partitionKey === partition && each.rowKey === rowKey);
  return row && Object.fromEntries(Array.from(row.columns, ([name, { value }]) => [name, value]));
}

/** The row keys of a partition that begin with a prefix. */
export function keysOf(rows: readonly PhysicalRow[], partition: string, prefix = ''): string[] {
  return rows
    .filter((row) => row.partitionKey === partition && row.rowKey.startsWith(prefix))
    .map(({ rowKey }) => rowKey);
}
