import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { lazy } from '#core/asks/lazy.ts';
import { messageSourceOf, readMessages } from '../messages.ts';
import type { Language } from '../ui/gallery/page.ts';
import { root } from './browser.ts';

export const buildGallery = lazy(async (): Promise<string> => {
  const entry = fileURLToPath(new URL('../ui/gallery/page.ts', import.meta.url));
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'galleryPage' } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = outputs.filter((one): one is Rolldown.OutputChunk => one.type === 'chunk');
  if (!chunk) throw new Error('the gallery has no script');
  return chunk.code;
});

const slots = Array.from({ length: 9 }, (_, at) => `{${at}}`);

/** A language's messages with `{0}` where values go. */
export function languageOf(folder: string): Language {
  const { getMessage, uiLanguage } = messageSourceOf(folder);
  const messages = Object.fromEntries(Object.keys(readMessages('en')).map((key) => [key, getMessage(key, slots)]));
  const more = Object.keys(readMessages(folder)).map((key) => [key, getMessage(key, slots)] as const);
  return { tag: uiLanguage, messages: { ...messages, ...Object.fromEntries(more) } };
}
