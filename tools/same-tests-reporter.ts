import type { Reporter, TestModule } from 'vitest/node';
import { differences } from './same-tests.js';

/** Fails the run when a test ran under one kind of decorators only. */
export class SameTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        project: module.project.name,
        file: module.relativeModuleId,
        name: test.fullName,
      })),
    );
    const different = differences(tests, 'legacy', 'standard');
    const count = (project: string) => tests.filter((test) => test.project === project).length;
    console.log(
      `\n legacy decorators: ${count('legacy')} tests, standard decorators: ${count('standard')} tests`,
    );
    if (different.length === 0) return;
    console.error(`The same tests must run under both kinds of decorators:\n${different.join('\n')}`);
    process.exitCode = 1;
  }
}
