import { fileURLToPath } from 'node:url';
import { readOptions } from '#demo/options.ts';
import { runDemo } from '#demo/run-demo.ts';
import { runUntilInterrupted } from '#demo/run-until-interrupted.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Shows prices, then waits until the browser is closed. `note` gets the exit code as soon as it is known. */
async function show(stack: AsyncDisposableStack, note: (code: number) => void): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env, process.platform);
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { priced, browser } = await runDemo({ options, env: process.env, root, stack, say });
  note(priced ? 0 : 1);
  if (options.headless || !browser.connected) return;
  say('\nClose the browser or press Ctrl+C to end.');
  await new Promise((resolve) => browser.once('disconnected', resolve));
}

/** `npm start`. Exit codes: 0 every page showed prices; 1 a page did not, or a program is missing; 130 interrupted before. */
await runUntilInterrupted(show);
