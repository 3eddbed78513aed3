import { beforeAll, describe, expect, it } from 'vitest';
import { type Compilation, compile, type DecoratorMode } from './snippets/compile.js';
import { moduleOf, type PageModule } from './snippets/module.js';
import { allPages } from './snippets/pages.js';
import { run } from './snippets/run.js';

const TIMEOUT_MS = 120_000;

const modules = allPages()
  .map(moduleOf)
  .filter((module): module is PageModule => module !== undefined);

/** The pages that are about declaring classes: those run with both kinds of decorators. */
const ABOUT_CLASSES = new Set(['README.md', 'docs/entities.md']);

const EXECUTED: Readonly<Record<DecoratorMode, readonly PageModule[]>> = {
  legacy: modules,
  standard: modules.filter(({ page }) => ABOUT_CLASSES.has(page.path)),
};

describe.each(['legacy', 'standard'] as const)('snippets with %s decorators', (mode) => {
  let compilation: Compilation;
  beforeAll(async () => {
    compilation = await compile(modules, mode, mode);
  }, TIMEOUT_MS);

  it('compile', () => {
    expect(compilation.errors.join('\n')).toBe('');
  });

  it.concurrent.each(EXECUTED[mode].map((module) => [module.page.path, module] as const))(
    '%s runs',
    async (_, module) => {
      const errors = compilation.errorsOf(module);
      if (errors.length > 0) expect.fail(`It does not compile.\n${errors.join('\n')}`);
      const failure = await run(module, compilation);
      if (failure !== undefined) expect.fail(failure);
    },
    TIMEOUT_MS,
  );
});
