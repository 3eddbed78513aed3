import type { PipelineRequest } from '@azure/core-rest-pipeline';

const PARAMETERS = ['nextpartitionkey', 'nextrowkey'];
/** Looks like a token of the real service (`1!8!...`), which nobody may take apart. */
const MARK = '1!emptypage!';
let tokensMade = 0;

/** A token which stands for "where this query stands already": it carries the query's own tokens. */
export function makeToken(url: string): string {
  const { continuation } = splitQuery(realUrl(url));
  // The count makes every token new: a client may take a token that repeats itself for an endless loop.
  const content = JSON.stringify({ made: ++tokensMade, continuation });
  return MARK + Buffer.from(content).toString('base64url');
}

/** Puts the query's own tokens back in place of a made one. Signatures do not cover these parameters. */
export function withRealContinuation(request: PipelineRequest): PipelineRequest {
  const url = realUrl(request.url);
  return url === request.url ? request : { ...request, url };
}

function realUrl(url: string): string {
  const { address, others, continuation } = splitQuery(url);
  const made = continuation.map(tokenContent).find((content) => content !== undefined);
  if (made === undefined) return url;
  const query = [...others, ...made].join('&');
  return query === '' ? address : `${address}?${query}`;
}

/** By hand, because URLSearchParams would write the rest of the query in another way. */
function splitQuery(url: string) {
  const start = url.indexOf('?');
  const address = start < 0 ? url : url.slice(0, start);
  const pairs = start < 0 ? [] : url.slice(start + 1).split('&');
  const isContinuation = (pair: string) => PARAMETERS.includes(pair.split('=', 1)[0]!.toLowerCase());
  return {
    address,
    others: pairs.filter((pair) => !isContinuation(pair)),
    continuation: pairs.filter(isContinuation),
  };
}

function tokenContent(pair: string): string[] | undefined {
  const value = decodeURIComponent(pair.slice(pair.indexOf('=') + 1));
  if (!value.startsWith(MARK)) return undefined;
  const content = Buffer.from(value.slice(MARK.length), 'base64url').toString();
  return (JSON.parse(content) as { continuation: string[] }).continuation;
}
