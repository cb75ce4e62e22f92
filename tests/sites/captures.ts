import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Real answers of marketplaces, as others captured them. They are not part of the repository, because their licences
 * differ; SKINLENS_CAPTURES names their folder. Without it their tests are skipped.
 */
const folder =
  process.env['SKINLENS_CAPTURES'] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'captures');

export const hasCaptures = existsSync(folder);

export const capture = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
