const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/** Whether a value is an ETag as the service gives it, and so safe to put into a header. */
export function isEtag(value: unknown): value is string {
  return typeof value === 'string' && ETAG.test(value);
}
