import {
  type CallScope,
  CongestionError,
  isTablewrightError,
  LimitError,
  type ModifyOptions,
  OptionsError,
  transaction,
} from '@tablewright/core';
import { entitiesOf } from './read-family.js';
import type { Relatives } from './relatives.js';

const DEFAULT_ATTEMPTS = 100;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 200;
/** Somebody else wrote or deleted one of the rows after they were read. */
const LOST: ReadonlySet<string> = new Set(['ENTITY_CHANGED', 'ENTITY_NOT_FOUND']);

/** Deletes what is there in one transaction: by the versions that were read, so that nothing goes unseen. */
export function deleteFamily(
  relatives: Relatives,
  key: object,
  options: ModifyOptions = {},
): Promise<number> {
  const { context } = relatives.parent;
  return context.store.within(options, async (scope, { attempts = DEFAULT_ATTEMPTS }) => {
    if (!Number.isSafeInteger(attempts) || attempts < 1) {
      throw new OptionsError('attempts', 'attempts is a whole number, one or more.');
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await deleteOnce(relatives, key, scope);
      } catch (error) {
        const ended = scope.ended();
        if (ended) throw ended;
        if (!isTablewrightError(error) || !LOST.has(error.code)) throw error;
        if (attempt >= attempts) throw new CongestionError(context.model.name, attempts, { cause: error });
      }
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * context.store.random();
      await context.store.clock.sleep(pause, scope.signal).catch(() => {});
    }
  });
}

async function deleteOnce(relatives: Relatives, key: object, scope: CallScope): Promise<number> {
  const { store } = relatives.parent.context;
  const most = store.limits.transactionOperations;
  const call = scope.signal ? { signal: scope.signal } : {};
  const found: object[] = [];
  // One more than fits tells enough.
  let token: string | undefined;
  do {
    const page = await entitiesOf(relatives, key).page({ size: most + 1, token, ...call });
    found.push(...page.items.filter((entity) => relatives.relativeOf(entity)));
    token = page.token;
  } while (token !== undefined && found.length <= most);
  if (found.length > most) throw tooMany(relatives, found.length, most);
  if (found.length === 0) return 0;
  const deletes = transaction();
  for (const entity of found) deletes.delete(relatives.relativeOf(entity)!.repository, entity);
  try {
    await deletes.commit(call);
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
