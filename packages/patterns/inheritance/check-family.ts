import { DefinitionError, type DefinitionRule, type EntityModel } from '@tablewright/core';
import type { Member } from './member.js';
import { differingOption } from './same-property.js';

/** Refuses members that one repository could not hold: each problem with what to do about it. */
export function checkFamily(base: EntityModel, members: readonly Member[]): void {
  for (const { entity, model } of members) {
    const fail = failing(model);
    if (entity !== base.entity && !(entity.prototype instanceof base.entity)) {
      fail(
        'PATTERN_INVALID',
        `it does not extend ${base.name}. Let it, or use Heterogeneous([…]) for classes without a common base.`,
      );
    }
    checkKey(base, model);
    for (const name of base.properties.keys()) {
      const option = differingOption(base.properties.get(name)!, model.properties.get(name));
      if (option === undefined) continue;
      fail(
        'PATTERN_INVALID',
        `it declares '${name}' in another way than ${base.name} (${option}), so that no query could ask all classes for it. Declare it in ${base.name} alone.`,
        name,
      );
    }
  }
  checkDiscriminators(base, members);
  checkSplits(members);
}

/** Whoever reads a row does not know yet of which class it is, so that one way to put rows together has to do. */
function checkSplits(members: readonly Member[]): void {
  const known = members.find(({ split }) => split !== undefined);
  for (const { model, split } of members) {
    if (split === undefined || split === known!.split) continue;
    failing(model)(
      'PATTERN_CLASH',
      `its entities take several rows by ${split}, and those of ${known!.model.name} by ${known!.split}. Use one of the two for all classes.`,
    );
  }
}

/** One key argument leads to one row, whatever its class: the templates have to be those of the base. */
function checkKey(base: EntityModel, model: EntityModel): void {
  for (const part of ['partition', 'row'] as const) {
    if (model[part].source === base[part].source) continue;
    failing(model)(
      'KEY_TEMPLATE',
      `its ${part} template '${model[part].source}' is not that of ${base.name}, '${base[part].source}'. Remove its own key, or use Heterogeneous([…]) for classes with different keys.`,
    );
  }
}

/** All rows have keys of one form, so only a column can tell of which class a row is. */
function checkDiscriminators(base: EntityModel, members: readonly Member[]): void {
  const known = new Map<string, EntityModel>();
  const column = members[0]!.model.discriminator?.column;
  for (const { model } of members) {
    const fail = failing(model);
    const discriminator =
      model.discriminator ??
      fail(
        'DISCRIMINATOR',
        `its rows do not tell of which class they are. Declare @Entity({ discriminator: 'EntityType' }) on ${base.name}, and a type on each class.`,
      );
    if (discriminator.column !== column) {
      fail(
        'DISCRIMINATOR',
        `its discriminator is '${discriminator.column}', and that of ${members[0]!.model.name} is '${column}'. Declare one on ${base.name} for all.`,
      );
    }
    if (known.has(discriminator.value)) {
      fail(
        'AMBIGUOUS',
        `two classes have the type '${discriminator.value}', so their rows cannot be told apart. Give each its own: @Entity({ type: '…' }).`,
      );
    }
    known.set(discriminator.value, model);
  }
}

function failing({ name }: EntityModel) {
  return (rule: DefinitionRule, message: string, property?: string): never => {
    throw new DefinitionError(`${name}: ${message}`, {
      entity: name,
      rule,
      ...(property !== undefined && { property }),
    });
  };
}
