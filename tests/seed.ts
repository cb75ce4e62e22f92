/** The same in each run of the gate; `npm run test:full` draws one, and `SKINLENS_SEED` replays a run. */
export const seed = Number(process.env['SKINLENS_SEED'] ?? 1);

/** Another seed at each call, unless `SKINLENS_SEED` tells one. */
export const drawSeed = (): number =>
  Number(process.env['SKINLENS_SEED'] ?? crypto.getRandomValues(new Uint16Array(1))[0]);

const factor = Number(process.env['SKINLENS_RUNS'] ?? 1);

/** How many random cases a test tries: so many in the gate, and ten times as many in `npm run test:full`. */
export const runs = (inGate: number): number => inGate * factor;
