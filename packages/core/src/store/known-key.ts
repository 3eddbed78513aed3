import { AzureNamedKeyCredential, type NamedKeyCredential } from '@azure/core-auth';
import type { TableServiceClient } from '@azure/data-tables';

/** The shared keys of clients that were made here: from a client itself nobody gets them back. */
const keys = new WeakMap<TableServiceClient, NamedKeyCredential>();

export function rememberKey(client: TableServiceClient, key: NamedKeyCredential | undefined): void {
  if (key) keys.set(client, key);
}

export function knownKey(client: TableServiceClient): NamedKeyCredential | undefined {
  return keys.get(client);
}

/** The account and key of an account's connection string; of any other kind, nothing. */
export function keyOfConnectionString(connectionString: string): NamedKeyCredential | undefined {
  // Whatever else it says, to the SDK this means the emulator's own account.
  if (/usedevelopmentstorage=true/i.test(connectionString)) return undefined;
  const settings = new Map<string, string>();
  for (const element of connectionString.split(';').map((text) => text.trim())) {
    const at = element.indexOf('=');
    const name = element.slice(0, at).toLowerCase();
    // The first one counts, as it does to the SDK.
    if (at > 0 && !settings.has(name)) settings.set(name, element.slice(at + 1));
  }
  const account = settings.get('accountname');
  const key = settings.get('accountkey');
  if (!account || !key || !settings.has('defaultendpointsprotocol')) return undefined;
  return new AzureNamedKeyCredential(account, key);
}
