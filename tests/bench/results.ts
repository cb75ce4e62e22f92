import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { rowSchema } from './row.ts';

const partRun = z.object({
  part: z.string(),
  /** The commit that was measured; parts added later may have another one. */
  commit: z.optional(z.string()),
  seconds: z.number(),
  /** Load averages of one minute; the bench's own processes are among them. */
  loadBefore: z.number(),
  loadAfter: z.number(),
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
  rows: z.array(rowSchema),
});

export type Results = z.infer<typeof results>;

export const readResults = async (file: string): Promise<Results> =>
  results.parse(JSON.parse(await readFile(file, 'utf8')));

export function without(results: Results, names: readonly string[]): Results {
  const isOther = ({ part }: { readonly part: string }) => !names.includes(part);
  return { ...results, parts: results.parts.filter(isOther), rows: results.rows.filter(isOther) };
}

/** Six digits are more than a run can tell. */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value;

export async function writeResults(file: string, results: Results): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(results, rounded, 2)}\n`);
}
