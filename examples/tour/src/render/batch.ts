/** One write inside of a transaction's request. */
export interface BatchPart {
  readonly method: string;
  /** Decoded, below the account. */
  readonly path: string;
  readonly body: string;
}

const PART = /^(POST|PUT|PATCH|DELETE) (\S+) HTTP\/1\.1\r\n(?:.+\r\n)*\r\n(.*)\r\n/gm;

/** The writes that a transaction carries; `undefined` for the body of any other request. */
export function batchParts(body: string): readonly BatchPart[] | undefined {
  if (!body.startsWith('--batch_')) return undefined;
  return Array.from(body.matchAll(PART), ([, method = '', url = '', content = '']) => {
    const [, , ...path] = new URL(url).pathname.split('/');
    return { method, path: decodeURIComponent(path.join('/')), body: content };
  });
}
