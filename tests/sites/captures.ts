import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { fieldsOf } from '#sites/reading/values.ts';

/** Not in the repository, as licences differ: SKINLENS_CAPTURES names their folder. Without it tests are skipped. */
const folder =
  process.env['SKINLENS_CAPTURES'] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'captures');

export const hasCaptures = existsSync(folder);

/** A group of tests whose name says why it is skipped. */
export const describeCaptures = (tests: () => void) =>
  describe.skipIf(!hasCaptures)(hasCaptures ? 'real answers' : `real answers (skipped: no folder ${folder})`, tests);

export const capturedFiles: readonly string[] = hasCaptures ? readdirSync(folder) : [];

export const captureText = (name: string): string => readFileSync(join(folder, name), 'utf8');

export const capture = (name: string): unknown => JSON.parse(captureText(name));

export const objectsIn = (list: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(list) ? list.map(fieldsOf) : [];

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
