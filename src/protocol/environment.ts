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

/** Docker passes on the marks that a shell would take away. */
const isQuoted = (value = ''): boolean => /^(["']).*\1$/s.test(value);

/** @param more what the caller misses beside it. @throws StartError naming every missing or bad variable on one line */
export function readEnvironment<T>(schema: z.ZodMiniType<T>, env: EnvironmentVariables, more: readonly string[] = []) {
  const given = withoutEmpty(env);
  const parsed = schema.safeParse(given);
  const issues = (parsed.error?.issues ?? []).map(({ path, message }) => ({ name: String(path[0] ?? ''), message }));
  const quoted = Object.keys(schema instanceof z.ZodMiniObject ? schema.shape : {}).filter((name) =>
    isQuoted(given[name]),
  );
  const problems = [
    ...quoted.map((name) => `${name} is not usable: it stands in quotation marks`),
    ...issues
      .filter(({ name }) => !quoted.includes(name))
      .map(({ name, message }) => (name in given ? `${name} is not usable: ${message}` : `${name} is missing`)),
    ...more,
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new StartError(problems.join('; '));
}
