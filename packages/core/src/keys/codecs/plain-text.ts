/** Longer text is left to the regular expression, which is quicker from there on. */
const SHORT = 80;
/** From here on characters are looked at by the regular expression. */
const ASCII = 127;

/**
 * A quick look at short text: true when it surely holds none of the characters that `special` matches. What it
 * is not sure of is for the regular expression to decide.
 */
export function plainTextCheck(special: RegExp): (text: string) => boolean {
  const plain = new Uint8Array(ASCII);
  for (let unit = 0; unit < ASCII; unit++) plain[unit] = special.test(String.fromCharCode(unit)) ? 0 : 1;
  return (text) => {
    const { length } = text;
    if (length > SHORT) return false;
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= ASCII || plain[unit] === 0) return false;
    }
    return true;
  };
}
