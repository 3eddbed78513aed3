import { literal } from './literal.js';

const SHORT = 24;

/** The code of a test: text stands in the key at this place. Comparing characters beats a call of `startsWith`. */
export function startsWith(key: string, text: string, at: string | number): string {
  if (text === '') return 'true';
  if (text.length > SHORT) return `${key}.startsWith(${literal(text)}, ${at})`;
  const places = Array.from(text.split(''), (unit, index) => {
    const place = typeof at === 'number' ? at + index : index === 0 ? at : `${at} + ${index}`;
    return `${key}.charCodeAt(${place}) === ${unit.charCodeAt(0)}`;
  });
  return places.join(' && ');
}
