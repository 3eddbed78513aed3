import { invalidInput } from '../../wire/refusal.js';
import { type Cell, canonicalGuid, canonicalTime, int64Of, isInt32 } from '../edm.js';

const DOUBLE = /^-?(?:\d+\.\d*|\.\d+|\d+(?=[eEdD]))(?:[eE][+-]?\d+)?[dD]?$/;
const NAMED_DOUBLES: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  INF: Number.POSITIVE_INFINITY,
  '-INF': Number.NEGATIVE_INFINITY,
};

/** The value of a literal without quotes: a number or a truth; `undefined`: it is a name. */
export function plainLiteral(word: string): Cell | undefined {
  if (word === 'true' || word === 'false') return { type: 'Edm.Boolean', value: word === 'true' };
  if (Object.hasOwn(NAMED_DOUBLES, word)) return { type: 'Edm.Double', value: NAMED_DOUBLES[word]! };
  if (!/^[-.\d]/.test(word)) return undefined;
  if (/^-?\d+$/.test(word)) {
    const value = Number(word);
    if (isInt32(value)) return { type: 'Edm.Int32', value };
    throw invalidInput('A whole number in the filter does not fit Edm.Int32; an Edm.Int64 ends in L.');
  }
  if (/^-?\d+[lL]$/.test(word)) {
    const value = int64Of(word.slice(0, -1));
    if (value !== undefined) return { type: 'Edm.Int64', value };
  } else if (DOUBLE.test(word)) {
    const value = Number(word.replace(/[dD]$/, ''));
    if (Number.isFinite(value)) return { type: 'Edm.Double', value };
  }
  throw invalidInput('A number in the filter cannot be read.');
}

/** The value of a literal in quotes, by what stands before them: `datetime'…'`, `guid'…'`, `X'…'` or nothing. */
export function quotedLiteral(prefix: string, text: string): Cell {
  switch (prefix) {
    case '':
      return { type: 'Edm.String', value: text };
    case 'datetime': {
      const value = canonicalTime(text);
      if (value !== undefined) return { type: 'Edm.DateTime', value };
      break;
    }
    case 'guid': {
      const value = canonicalGuid(text);
      if (value !== undefined) return { type: 'Edm.Guid', value };
      break;
    }
    case 'X':
    case 'binary':
      if (/^(?:[0-9a-fA-F]{2})*$/.test(text)) {
        return { type: 'Edm.Binary', value: Buffer.from(text, 'hex').toString('base64') };
      }
      break;
  }
  throw invalidInput('A literal of the filter cannot be read.');
}
