import * as z from 'zod/mini';

/** The reason why a server cannot start, as one line for its user. */
export class StartError extends Error {}

/** A number of the environment; its error states the bounds. */
export function numberFrom(least: number, most: number) {
  const message = `it is no number from ${least} to ${most}`;
  return z.coerce.number(message).check(z.gte(least, message), z.lte(most, message));
}

export const wholeNumber = z.coerce.number('it is no whole number').check(z.int('it is no whole number'));

/** A port number; 0 lets the system choose. */
export const portNumber = numberFrom(0, 65_535).check(z.int('it is no whole number'));

/** A comma-separated list: trimmed, without empty entries. */
export const commaList = z.pipe(
  z.string(),
  z.transform((text: string) => text.split(',').flatMap((part) => part.trim() || [])),
);

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as missing. */
export const withoutEmpty = (env: EnvironmentVariables): EnvironmentVariables =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

/**
 * Reads the environment by a schema.
 * @throws StartError naming every missing or bad variable on one line
 */
export function readEnvironment<T>(schema: z.ZodMiniType<T>, env: EnvironmentVariables): T {
  const given = withoutEmpty(env);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? '');
    return name in given ? `${name} is not usable: ${issue.message}` : `${name} is missing`;
  });
  throw new StartError(problems.join('; '));
}
