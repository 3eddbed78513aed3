import { outOfRangeParameter } from './number-parameter.js';
import { notImplemented } from './refusal.js';
import type { Reply } from './reply.js';
import type { WireRequest } from './wire-request.js';
import { element, xmlReply } from './xml.js';

const MOST = 5_000;

/** A page of names, as queues, containers and blobs are listed. */
export interface NamePage<Item> {
  readonly items: readonly Item[];
  readonly next: string;
}

/** Those that begin with the prefix, from the marker on, as many as were asked for. They come sorted by name. */
export function pageOfNames<Item>(
  request: WireRequest,
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
): NamePage<Item> {
  const prefix = request.parameter('prefix') ?? '';
  const marker = request.parameter('marker') ?? '';
  const most = maxResults(request);
  const page: Item[] = [];
  for (const item of items) {
    const name = nameOf(item);
    if (!name.startsWith(prefix) || name < marker) continue;
    if (page.length === most) return { items: page, next: name };
    page.push(item);
  }
  return { items: page, next: '' };
}

export function maxResults(request: WireRequest): number {
  const text = request.parameter('maxresults');
  if (text === undefined) return MOST;
  const most = Number(text);
  if (!/^\d+$/.test(text) || most < 1) throw outOfRangeParameter('maxresults', 1, MOST);
  return Math.min(most, MOST);
}

/** The reply to a listing. */
export function listReply(request: WireRequest, attributes: string, content: string, next: string): Reply {
  const asked = ['Prefix', 'Marker', 'MaxResults', 'Delimiter']
    .map((name) => element(name, request.parameter(name.toLowerCase())))
    .join('');
  const marker = element('NextMarker', next);
  return xmlReply(200, `<EnumerationResults ${attributes}>${asked}${content}${marker}</EnumerationResults>`);
}

/** What a listing shall show besides the usual. */
export function included(request: WireRequest, known: readonly string[]): ReadonlySet<string> {
  const asked = (request.parameter('include') ?? '').split(',').filter((what) => what !== '');
  for (const what of asked) if (!known.includes(what)) throw notImplemented(`include=${what}`);
  return new Set(asked);
}
