import { createHash } from 'node:crypto';

export const ACCOUNT = 'benchaccount';

/** Nothing secret: the stub holds no data. */
export const ACCOUNT_KEY = createHash('sha512').update(ACCOUNT).digest('base64');
