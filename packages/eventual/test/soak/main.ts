import { type SoakOptions, soakOptions, USAGE } from './options.js';
import { soak, wrongIn } from './soak.js';

const MOST_TOLD = 20;

function optionsOrUsage(): SoakOptions | undefined {
  try {
    return soakOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    return undefined;
  }
}

const options = optionsOrUsage();
if (options) {
  const report = await soak(options, console.log);
  const { seconds, kills, writes, lost, doubled, copies, problems } = report;
  const wrong = wrongIn(report);
  for (const line of wrong.slice(0, MOST_TOLD)) console.log(line);
  if (wrong.length > MOST_TOLD) console.log(`and ${wrong.length - MOST_TOLD} more`);
  const figures = `lost: ${lost.length}, doubled: ${doubled.length}, wrong copies: ${copies.length}`;
  const others = problems.length > 0 ? `, other problems: ${problems.length}` : '';
  console.log(`soak: ${seconds} s, kills: ${kills}, writes: ${writes}, ${figures}${others}`);
  process.exit(wrong.length > 0 ? 1 : 0);
} else {
  process.exitCode = 2;
}
