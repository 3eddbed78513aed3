/** Headers that are a secret as a whole. */
const SECRET_HEADERS = new Set([
  'authorization',
  'cookie',
  'x-ms-copy-source-authorization',
  'x-ms-encryption-key',
  'x-ms-source-encryption-key',
]);

/** Replaces the signature of every shared access signature found in a text. */
export function withoutSignatures(text: string): string {
  return text.replace(/([?&](?:amp;)?sig=)[^&#\s"'<>]*/gi, '$1***');
}

/** The parts of a blob batch carry an authorization header each, inside the body. */
export function withoutSecretsInBody(body: string): string {
  return withoutSignatures(body).replace(/^(authorization:).*$/gim, '$1 ***');
}

/** Lower-case names, no credentials. `x-ms-copy-source` may hold a signed address, hence the signatures. */
export function withoutSecretHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (!SECRET_HEADERS.has(key)) kept[key] = withoutSignatures(value);
  }
  return kept;
}
