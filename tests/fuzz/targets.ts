import { readdirSync } from 'node:fs';
import type { Claim } from './claim.ts';

interface TargetModule {
  readonly claims: () => readonly Claim[] | Promise<readonly Claim[]>;
}

const folder = new URL('targets/', import.meta.url);

/** Fuzz targets: every file of `targets`. */
export const targetNames: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

export async function claimsOf(name: string): Promise<readonly Claim[]> {
  const { claims }: TargetModule = await import(new URL(`${name}.ts`, folder).href);
  return claims();
}
