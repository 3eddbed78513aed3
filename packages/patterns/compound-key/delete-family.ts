import {
  attemptsOf,
  type CallSteps,
  callSteps,
  isTablewrightError,
  LimitError,
  type ModifyOptions,
  startOver,
  transaction,
} from '@tablewright/core';
import { entitiesOf } from './read-family.js';
import type { Relatives } from './relatives.js';

/** Somebody else wrote or deleted one of the rows after they were read. */
const LOST: ReadonlySet<string> = new Set(['ENTITY_CHANGED', 'ENTITY_NOT_FOUND']);

/** Deletes what is there in one transaction: by the versions that were read, so that nothing goes unseen. */
export function deleteFamily(
  relatives: Relatives,
  key: object,
  options: ModifyOptions = {},
): Promise<number> {
  const { context } = relatives.parent;
  return context.store.within(options, async (scope, given) => {
    attemptsOf(given);
    const steps = callSteps(scope);
    for (let attempt = 1; ; attempt++) {
      try {
        return await deleteOnce(relatives, key, steps);
      } catch (error) {
        if (!isTablewrightError(error) || !LOST.has(error.code)) throw error;
        await startOver(context, given, attempt, error, scope);
      }
    }
  });
}

async function deleteOnce(relatives: Relatives, key: object, steps: CallSteps): Promise<number> {
  const { store } = relatives.parent.context;
  const most = store.limits.transactionOperations;
  const found: object[] = [];
  // One more than fits tells enough.
  let token: string | undefined;
  do {
    const page = await steps.run((bounds) =>
      entitiesOf(relatives, key).page({ size: most + 1, token, ...bounds }),
    );
    found.push(...page.items.filter((entity) => relatives.relativeOf(entity)));
    token = page.token;
  } while (token !== undefined && found.length <= most);
  if (found.length > most) throw tooMany(relatives, found.length, most);
  if (found.length === 0) return 0;
  const deletes = transaction();
  for (const entity of found) deletes.delete(relatives.relativeOf(entity)!.repository, entity);
  try {
    await steps.run((bounds) => deletes.commit(bounds));
  } catch (error) {
    if (!(error instanceof LimitError) || !error.details.limit.startsWith('TRANSACTION_')) throw error;
    throw new LimitError(`${error.message} ${remedy(relatives)}`, error.details);
  }
  return found.length;
}

function tooMany(relatives: Relatives, actual: number, most: number): LimitError {
  const { name } = relatives.parent.context.model;
  return new LimitError(
    `This family of ${name} has more than ${most} entities, and a transaction deletes ${most} rows. ${remedy(relatives)}`,
    { limit: 'TRANSACTION_OPERATIONS', most, actual },
  );
}

function remedy({ children: [child] }: Relatives): string {
  return `Nothing was deleted. Delete children with bulk() of their repositories, such as '${child!.name}', and then what is left with deleteFamily().`;
}
