import { noFees } from '#core/money/fees.ts';
import { createEnvironment, type Environment } from '../environment.ts';
import { field, openOptions, text } from '../screen.tsx';

export async function opened(stored?: unknown): Promise<Environment> {
  const env = createEnvironment(stored);
  await openOptions(env);
  return env;
}

export const problemOf = (label: string): string =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id.endsWith('-problem'))
    .map((id) => text(`#${id}`))
    .join();

export const selling = (percent: number) => ({ ...noFees, selling: { percent, cents: 0 } });
