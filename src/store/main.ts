import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '#protocol/node-server.ts';
import { takeGuidePictures } from '#store/guide-pictures.ts';
import { takePictures } from '#store/take-pictures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * `npm run store`: saves the pictures for the stores in `.output/store`; with `--guide` those of the guide in its folder.
 * Exit codes: 0 done, 1 failed, 130 interrupted.
 */
async function run(): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const [take, ...folder] = process.argv.includes('--guide')
    ? ([takeGuidePictures, '.github', 'guide'] as const)
    : ([takePictures, '.output', 'store'] as const);
  const done = take({ root, folder: join(root, ...folder), stack, say }).then(() => 0);
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => 130);
  // The stack is disposed of only after the awaited promise.
  return await Promise.race([done, interrupted]).catch((error: unknown) => {
    process.stderr.write(
      `${error instanceof StartError ? error.message : Error.isError(error) ? error.stack : error}\n`,
    );
    return 1;
  });
}

process.exit(await run());
