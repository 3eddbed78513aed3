#!/usr/bin/env node
import { type CommandOptions, commandOptions, USAGE } from './options.js';
import { runCommand } from './run-command.js';

const say = (error: unknown) => console.error(error instanceof Error ? error.message : String(error));

function optionsOrUsage(): CommandOptions | undefined {
  try {
    return commandOptions(process.argv.slice(2));
  } catch (error) {
    say(error);
    console.error(`\n${USAGE}`);
    return undefined;
  }
}

const options = optionsOrUsage();
if (options) {
  try {
    const violations = await runCommand(options, { print: console.log, tell: console.error });
    if (violations > 0) process.exitCode = 1;
  } catch (error) {
    say(error);
    process.exitCode = 2;
  }
} else {
  process.exitCode = 2;
}
