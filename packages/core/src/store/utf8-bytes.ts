/** As many bytes as the longest character takes. */
const LONGEST = 4;

/**
 * A text as it goes over the wire. Nearly all texts are ASCII, so there is a buffer of their length, and a look at
 * how far they got: measuring a long text first costs as much as writing it.
 */
export function utf8Bytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(text.length + LONGEST);
  // As many bytes as characters, with room for one more: nothing was cut off.
  if (bytes.write(text) === text.length) return bytes.subarray(0, text.length);
  return Buffer.from(text);
}
