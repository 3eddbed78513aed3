import type { Measured } from '../measure/interleave.js';
import { ratioOf } from '../measure/ratio.js';
import { median } from '../measure/statistics.js';
import type { Figure } from './bar.js';

/** How far from the limit ours and the peer are. The limit is 1. */
export function limitFigures(
  work: string,
  measured: Measured<'tablewright' | 'rawSdk' | 'bareHttp'>,
): readonly Figure[] {
  const times = (values: readonly number[]) => `${ratioOf(values, measured.bareHttp).ratio.toFixed(2)} x`;
  return [
    { name: `limit: ${work}, Tablewright / bare HTTP`, value: times(measured.tablewright) },
    { name: `limit: ${work}, raw SDK / bare HTTP`, value: times(measured.rawSdk) },
  ];
}

/** What nobody can be below: the time that the network takes, as a share of what the peer takes in all. */
export function waitingFigure(work: string, waitingMs: number, peer: readonly number[]): Figure {
  return { name: `limit: ${work}, waiting alone / raw SDK`, value: (waitingMs / median(peer)).toFixed(3) };
}
