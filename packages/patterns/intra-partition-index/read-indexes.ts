import type { DefinitionScope } from '@tablewright/core';
import { type ReadDeclaration, readDeclarations } from '../indexing/read-declaration.js';

/** A declaration of which only its shape is known to be right. */
export interface ReadIndex extends ReadDeclaration {
  readonly unique: boolean;
}

export function readIndexes(scope: DefinitionScope, declarations: unknown): readonly ReadIndex[] {
  return readDeclarations(scope, declarations, ['unique']).map((declaration) => {
    const unique = declaration.own.get('unique') ?? false;
    if (typeof unique === 'boolean') return { ...declaration, unique };
    return scope.fail(`index '${declaration.name}': unique is true or false.`);
  });
}
