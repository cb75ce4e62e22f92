import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

const figures = { median: z.number(), low: z.number(), high: z.number() };
const side = z.optional(z.object({ name: z.string(), ...figures }));

const row = z.object({
  part: z.string(),
  browser: z.optional(z.string()),
  what: z.string(),
  unit: z.string(),
  budget: z.optional(z.number()),
  atLeast: z.optional(z.boolean()),
  against: z.optional(z.enum(['beyond floor', 'times floor'])),
  ...figures,
  runs: z.number(),
  floor: side,
  peer: side,
});

/** How a part went. */
const partRun = z.object({
  part: z.string(),
  /** What was measured; parts that were added to a run may be of a later one. */
  commit: z.optional(z.string()),
  seconds: z.number(),
  /** Processes that ran or wanted to, mean of a minute; the bench's own are among them. */
  loadBefore: z.number(),
  loadAfter: z.number(),
  /** Runs that were kept, and those of them from which the machine's host stole time. */
  runs: z.optional(z.number()),
  disturbed: z.optional(z.number()),
});

const results = z.object({
  at: z.string(),
  commit: z.string(),
  machine: z.object({
    cpu: z.string(),
    cores: z.number(),
    memoryMb: z.number(),
    system: z.string(),
    node: z.string(),
    browsers: z.array(z.object({ version: z.string() })),
  }),
  parts: z.array(partRun),
  rows: z.array(row),
});

/** What a run of the bench came to, as its file holds it. */
export type Results = z.infer<typeof results>;

/** @throws Error when the file does not fit. */
export const readResults = async (file: string): Promise<Results> =>
  results.parse(JSON.parse(await readFile(file, 'utf8')));

/** The results but for some parts of the bench; rows of a part may be of a subject of it: `relay: throughput`. */
export function without(results: Results, names: readonly string[]): Results {
  const isOther = ({ part }: { readonly part: string }) =>
    !names.some((name) => part === name || part.startsWith(`${name}: `));
  return { ...results, parts: results.parts.filter(isOther), rows: results.rows.filter(isOther) };
}

/** Six digits say more than any run can. */
const shorten = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value;

export async function writeResults(file: string, results: Results): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(results, shorten, 2)}\n`);
}
