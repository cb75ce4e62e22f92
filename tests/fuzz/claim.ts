import fc from 'fast-check';
import { runs, seed } from '../seed.ts';

export interface Claim {
  readonly says: string;
  /** Rejects with the smallest counterexample, and with the seed and path that replay it. */
  readonly check: () => Promise<void>;
}

/** One batch of cases in the gate, a hundred in `npm run test:full`, each of another seed. */
const batches = runs(1) ** 2;
const path = process.env['SKINLENS_PATH'];

export const claim = <T>(says: string, property: fc.IRawProperty<T>, cases = 334): Claim => ({
  says,
  async check() {
    for (let batch = 0; batch < batches; batch++)
      await fc.assert(property, { numRuns: cases, seed: seed + batch, ...(path !== undefined && { path }) });
  },
});
