import { existsSync } from 'node:fs';
import type { Part } from './bench.ts';

const place = new URL('relay/main.ts', import.meta.url);

/** The relay's own bench, which exports its part as `relay`; no rows where it is not there. */
export const relay: Part = async (bench) => {
  if (!existsSync(place)) return [];
  const module: { readonly relay?: Part } = await import(place.href);
  if (typeof module.relay !== 'function') throw new Error('tests/bench/relay/main.ts exports no part named relay');
  return module.relay(bench);
};
