/** The longest PartitionKey or RowKey, in UTF-16 code units (1 KiB). */
export const MAX_KEY_LENGTH = 512;

/** What the service refuses in a key: `/ \\ # ?` and the two blocks of control characters; a piece of a `[...]`. */
export const FORBIDDEN_IN_KEY = '\\u002F\\u005C\\u0023\\u003F\\u0000-\\u001F\\u007F-\\u009F';
