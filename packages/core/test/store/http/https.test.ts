import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useStorage } from '../../support/storage.js';

const storage = useStorage();
const folder = fileURLToPath(new URL('../../..', import.meta.url));
/** Made for this test: it vouches for this machine, to those who are told to believe it. */
const certificate = fileURLToPath(new URL('./tls/certificate.pem', import.meta.url));
const key = readFileSync(new URL('./tls/key.pem', import.meta.url));

/** Speaks TLS to the outside, and hands on to the emulator what it hears. */
let front: Server;
let connections = 0;
let bytes = 0;

beforeAll(async () => {
  const { port } = new URL(storage.emulator.urls.table);
  front = createServer({ key, cert: readFileSync(certificate) }, (socket) => {
    connections++;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    const emulator = connect(Number(port), '127.0.0.1');
    socket.pipe(emulator).pipe(socket);
    for (const [end, other] of [
      [socket, emulator],
      [emulator, socket],
    ] as const) {
      end.on('error', () => other.destroy());
      end.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
});
afterAll(() => front.close());

/** Writes, reads and lists, as one would in production. */
const PROGRAM = `
  import { AzureNamedKeyCredential } from '@azure/data-tables';
  import { TableStore, Repository, key, Text } from '@tablewright/core';
  class Place { static key = key({ partition: '{country}', row: '{name}' }); }
  Text()(Place.prototype, 'country');
  Text()(Place.prototype, 'name');
  Text()(Place.prototype, 'note');
  const { URL_OF_TABLES, ACCOUNT, KEY } = process.env;
  const store = TableStore.connect(URL_OF_TABLES, new AzureNamedKeyCredential(ACCOUNT, KEY), {
    retry: { maxRetries: 0 },
  });
  const places = new (Repository(Place))(store, { table: 'PlacesByTls' });
  try {
    await places.upsert({ country: 'Österreich', name: 'Linz', note: 'Straße' });
    const { note } = await places.getOrThrow({ country: 'Österreich', name: 'Linz' });
    const all = await places.query({ country: 'Österreich' }).scan('partition').all();
    console.log(note, all.length);
  } catch (error) {
    console.log(error.code);
  }
`;

async function run(env: Readonly<Record<string, string>>): Promise<string> {
  const { port } = front.address() as AddressInfo;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: folder,
    env: {
      ...process.env,
      URL_OF_TABLES: `https://localhost:${port}/${storage.emulator.account}`,
      ACCOUNT: storage.emulator.account,
      KEY: storage.emulator.key,
      ...env,
    },
  });
  return stdout.trim();
}

it('speaks TLS over a kept connection', async () => {
  connections = 0;
  expect(await run({ NODE_EXTRA_CA_CERTS: certificate })).toBe('Straße 1');
  expect(connections).toBe(1);
});

it('sends nothing to a server that nobody vouches for', async () => {
  bytes = 0;
  expect(await run({})).toBe('NETWORK_FAILED');
  expect(bytes).toBe(0);
});
