import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { StartError } from '#protocol/node-server.ts';
import { takeGuidePictures } from '#store/guide-pictures.ts';
import { takePictures } from '#store/take-pictures.ts';
import { description, languages, textsFromTable } from '#store/texts-from-tables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Saves the pictures for the stores, each language in its folder: all, or the one of `--lang`. */
async function takeInLanguages(lang: string | undefined): Promise<void> {
  for (const language of lang === undefined ? languages : [lang]) {
    await using stack = new AsyncDisposableStack();
    // Chromium for Linux takes its language from it, and speaks it with Debian's package chromium-l10n.
    process.env['LANGUAGE'] = language;
    const folder = join(root, '.output', 'store', language);
    await takePictures({ root, folder, language, stack, say });
    await writeFile(join(folder, 'description.txt'), textsFromTable(root, description).get(language) ?? '');
  }
}

/**
 * `npm run store`: saves description and pictures for the stores in `.output/store`; with `--guide` those of the guide in its folder.
 * Exit codes: 0 done, 1 failed, 130 interrupted.
 */
async function run(): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const { values } = parseArgs({ options: { guide: { type: 'boolean' }, lang: { type: 'string' } } });
  const taken = values.guide
    ? takeGuidePictures({ root, folder: join(root, '.github', 'guide'), stack, say })
    : takeInLanguages(values.lang);
  const done = taken.then(() => 0);
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
