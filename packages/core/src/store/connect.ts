import {
  isNamedKeyCredential,
  isSASCredential,
  type NamedKeyCredential,
  type SASCredential,
  type TokenCredential,
} from '@azure/core-auth';
import { TableServiceClient } from '@azure/data-tables';
import { OptionsError } from '../errors/index.js';
import { keyOfConnectionString, rememberKey } from './known-key.js';

/** A shared key, a SAS, or a token credential such as DefaultAzureCredential. */
export type Credential = NamedKeyCredential | SASCredential | TokenCredential;

/** The SDK's client knows every way to authenticate; the store borrows its pipeline. */
export function clientOfConnectionString(connectionString: string): TableServiceClient {
  if (typeof connectionString !== 'string' || connectionString.trim() === '') {
    throw new OptionsError(
      'connectionString',
      'The connection string is empty. Is the environment variable set?',
    );
  }
  try {
    const client = TableServiceClient.fromConnectionString(connectionString, {
      allowInsecureConnection: true,
    });
    rememberKey(client, keyOfConnectionString(connectionString));
    return client;
  } catch {
    // The SDK's message may quote the string, and the string holds the key.
    throw new OptionsError(
      'connectionString',
      'The connection string cannot be read. Copy it anew from the storage account; it begins with DefaultEndpointsProtocol= or holds TableEndpoint= and SharedAccessSignature=.',
    );
  }
}

export function clientOfUrl(url: string, credential: Credential | undefined): TableServiceClient {
  const options = { allowInsecureConnection: true };
  try {
    if (!credential) return new TableServiceClient(url, options);
    if (isNamedKeyCredential(credential)) {
      const client = new TableServiceClient(url, credential, options);
      rememberKey(client, credential);
      return client;
    }
    if (isSASCredential(credential)) return new TableServiceClient(url, credential, options);
    return new TableServiceClient(url, credential as TokenCredential, options);
  } catch {
    throw new OptionsError('url', 'The endpoint is not a valid URL.');
  }
}
