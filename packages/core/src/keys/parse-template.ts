import { checkLiterals } from './check-literals.js';
import { KeyTemplateError } from './errors.js';

/** A template taken apart: `head`, then each variable with the literal that follows it. */
export interface ParsedTemplate {
  readonly head: string;
  readonly variables: readonly ParsedVariable[];
}

export interface ParsedVariable {
  readonly name: string;
  readonly spec: string | undefined;
  /** The literal text up to the next variable or the end; '' when there is none. */
  readonly tail: string;
}

/** Takes a template apart, and refuses what no kind of value could make right. */
export function parseTemplate(template: string): ParsedTemplate {
  if (typeof template !== 'string') {
    const reason = `it is of type ${typeof template}. Write a string such as 'empid_{id:06}'.`;
    throw new KeyTemplateError({ template: `(${typeof template})`, reason });
  }
  const [head = '', ...pieces] = template.split('{');
  const variables = pieces.map((piece) => parsePiece(piece, template));
  checkLiterals([head, ...variables.map(({ tail }) => tail)], template);
  checkNames(variables, template);
  return { head, variables };
}

/** `id:06}_` -> { name: 'id', spec: '06', tail: '_' } */
function parsePiece(piece: string, template: string): ParsedVariable {
  const close = piece.indexOf('}');
  if (close < 0) {
    const reason = "a '{' is not closed. Write {variable}; literal braces are not supported in keys.";
    throw new KeyTemplateError({ template, reason });
  }
  const inside = piece.slice(0, close);
  const colon = inside.indexOf(':');
  const name = colon < 0 ? inside : inside.slice(0, colon);
  const spec = colon < 0 ? undefined : inside.slice(colon + 1);
  return { name, spec, tail: piece.slice(close + 1) };
}

function checkNames(variables: readonly ParsedVariable[], template: string): void {
  const seen = new Set<string>();
  for (const { name, spec } of variables) {
    if (name.trim() === '') {
      throw new KeyTemplateError({
        template,
        reason: 'a variable has no name. Write the name of a property between the braces.',
      });
    }
    if (spec === '') {
      const reason = `'${name}' has a colon but no format. Write {${name}}, or a format such as {${name}:06}.`;
      throw new KeyTemplateError({ template, variable: name, reason });
    }
    if (seen.has(name)) {
      const reason = `'${name}' stands in it twice, which only lengthens the key. Remove one.`;
      throw new KeyTemplateError({ template, variable: name, reason });
    }
    seen.add(name);
  }
}
