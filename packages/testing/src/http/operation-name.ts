/** Says how access is granted or how the answer is written, not what is asked for. */
const NOISE = new Set(
  (
    '$format timeout popreceipt ' +
    'sv ss srt sp se st spr sip sig sr si tn spk srk epk erk skoid sktid skt ske sks skv saoid suoid scid sdd'
  ).split(' '),
);

/** A readable name: `GET Employees(PartitionKey='Sales',RowKey='empid_000223')`. */
export function operationName(method: string, path: string, search: string): string {
  const query = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !NOISE.has(pair.split('=', 1)[0]!.toLowerCase()))
    .map(decode)
    .join('&');
  return `${method} ${path === '' ? '/' : path}${query === '' ? '' : `?${query}`}`;
}

/** Percent-decoding that leaves alone what is not well formed. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
