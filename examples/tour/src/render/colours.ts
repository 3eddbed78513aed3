const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof CODES;

/** Puts a style onto text, or leaves it plain. */
export type Paint = (style: Style | undefined, text: string) => string;

export function painter(colour: boolean): Paint {
  return (style, text) => {
    if (!colour || style === undefined || text === '') return text;
    const [on, off] = CODES[style];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

/** Colour is for people at a terminal who did not ask for none. */
export function wantsColour(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
}
