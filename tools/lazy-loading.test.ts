import { join } from 'node:path';
import { expect, it } from 'vitest';
import { node, ROOT } from './run.js';

/** Reports every ES module that Node resolves, on standard error, from the loader's own thread. */
const HOOKS = `export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  console.log('resolved ' + resolved.url);
  return resolved;
}`;

/** The modules that a program loads: ES modules by a hook, CommonJS ones by the cache of \`require\`. */
function modulesOf(program: string, folder = 'packages/core'): Promise<string> {
  const script = `
    import { createRequire, register } from 'node:module';
    register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(HOOKS))});
    ${program}
    for (const path of Object.keys(createRequire(import.meta.url).cache)) console.log('required ' + path);`;
  return node(['--input-type=module', '-e', script], join(ROOT, folder));
}

const OPTIONAL = /class-transformer|reflect-metadata|storage-queue|storage-blob/;

it('importing core loads nothing that it may never need', async () => {
  const modules = await modulesOf("await import('@tablewright/core');");
  expect(modules).toMatch(/resolved .*core\/dist\/index\.js/);
  expect(modules).toMatch(/data-tables/);
  expect(modules).not.toMatch(OPTIONAL);
});

it('nested value objects bring class-transformer and reflect-metadata', async () => {
  const modules = await modulesOf(`
    const { Json, key, Repository, TableStore, Text } = await import('@tablewright/core');
    class Address {}
    class Place { static key = key({ partition: '{id}', row: '' }); }
    Text()(Place.prototype, 'id');
    Json(() => Address)(Place.prototype, 'home');
    const store = TableStore.fromConnectionString('UseDevelopmentStorage=true');
    const places = new (Repository(Place))(store, { table: 'Places' });
    places.context.codec.encode(Object.assign(new Place(), { id: 'a', home: new Address() }));`);
  expect(modules).toMatch(/required .*class-transformer/);
  expect(modules).toMatch(/required .*reflect-metadata/);
});

it('the outbox leaves it to its users to load the queue SDK', async () => {
  const modules = await modulesOf(
    "await import('@tablewright/eventual'); await import('@tablewright/eventual/inter-partition-index');",
    'packages/eventual',
  );
  expect(modules).toMatch(/resolved .*eventual\/dist\/src\/index\.js/);
  expect(modules).not.toMatch(OPTIONAL);
});
