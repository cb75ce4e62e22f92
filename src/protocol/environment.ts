import * as z from 'zod/mini';

/** What keeps a server from starting, as the one line that its user reads. */
export class StartError extends Error {}

/** A port number of the environment; 0 lets the system choose. */
export const portNumber = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535));

/** A comma list of the environment: trimmed, without empty entries. */
export const commaList = z.pipe(
  z.string(),
  z.transform((text: string) => text.split(',').flatMap((part) => part.trim() || [])),
);

/**
 * Reads the environment by a schema; an empty variable counts as missing.
 * @throws StartError naming every variable that is missing or bad, on one line.
 */
export function readEnvironment<T>(schema: z.ZodMiniType<T>, env: Record<string, string | undefined>): T {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? '');
    return name in given ? `${name} is not usable: ${issue.message}` : `${name} is missing`;
  });
  throw new StartError(problems.join('; '));
}
