import type { CompiledTemplate } from '@tablewright/core';

type Variable = CompiledTemplate['variables'][number];

/** Literal text of a template. */
export interface Literal {
  readonly literal: string;
}

/** A variable of a template, and how its text in a key comes about. */
export interface Field {
  readonly name: string;
  /** Two fields with the same coding write the same values as the same text. */
  readonly coding: string;
  /** Text ends where the next literal begins, and may be empty. All other kinds end by themselves. */
  readonly open: boolean;
  /** At the very end of the template. */
  readonly last: boolean;
  /** Whether its text may begin with this character. */
  readonly mayBeginWith: (character: string) => boolean;
}

export type Piece = Literal | Field;

const VARIABLE = /\{[^{}]*\}/;

/** A template as its literals and variables, from left to right. */
export function piecesOf({ source, variables }: CompiledTemplate): readonly Piece[] {
  const literals = source.split(VARIABLE);
  const last = literals.length - 1;
  return literals.flatMap((literal, i): readonly Piece[] => {
    const text = literal === '' ? [] : [{ literal }];
    if (i === last) return text;
    return [...text, fieldOf(variables[i]!, literals[i + 1]!, i + 1 === last)];
  });
}

function fieldOf(variable: Variable, behind: string, atEnd: boolean): Field {
  const { name, kind, spec = '' } = variable;
  const text = isText(kind);
  // Text is escaped by the character that ends it, and otherwise in front of two spaces.
  const ending = behind.startsWith('  ') ? '  ' : ([...behind][0] ?? '');
  const first = text ? undefined : FIRST[typeof kind === 'string' ? kind : 'enum'];
  return {
    name,
    coding: JSON.stringify([kind, spec, text ? ending : '']),
    open: text,
    last: atEnd && behind === '',
    mayBeginWith: (character) => first?.test(character) ?? true,
  };
}

function isText(kind: Variable['kind']): boolean {
  return typeof kind === 'string' ? kind === 'text' : kind.enum.some((member) => typeof member === 'string');
}

/** With what the text of a kind begins, by the key format. */
const FIRST: Readonly<Record<string, RegExp>> = {
  int32: /[-0-9]/,
  int64: /[-0-9]/,
  enum: /[-0-9]/,
  ticks: /[0-9]/,
  dateTime: /[0-9]/,
  double: /[0-9a-f]/,
  guid: /[0-9a-f]/,
  boolean: /[tf]/,
};
