import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { StartError } from '#protocol/environment.ts';
import { findRunningRelay } from '#relay/admin/session-file.ts';
import { errorCode } from '#relay/error-code.ts';

/**
 * Lets the relay that runs with this configuration import a file of older prices: the database is that relay's alone.
 * @returns what was imported, in lines
 * @throws StartError when no relay runs, the file cannot be read, or the relay refuses it
 */
export async function importIntoRelay(path: string, configPath: string): Promise<string> {
  const page = await findRunningRelay(configPath);
  if (!page) throw new StartError(`${path} was not imported: start the relay first, it imports the file while it runs`);
  const session = page.searchParams.get('session') ?? '';
  const form = new FormData();
  form.set('session', session);
  form.set('lang', 'en');
  const file = await Promise.try(openAsBlob, path).catch((error) => {
    throw new StartError(`${path} cannot be read (${errorCode(error)})`);
  });
  form.set('file', file, basename(path));
  const response = await fetch(new URL(`/setup/import?session=${session}`, page), {
    method: 'POST',
    headers: { Origin: page.origin, Accept: 'text/plain' },
    body: form,
    redirect: 'error',
  }).catch(() => {
    throw new StartError(`${path} was not imported: the relay ended the connection, the file may be too large`);
  });
  const text = (await response.text()).trim();
  if (!response.ok) throw new StartError(`${path} was not imported: ${text}`);
  return text;
}
