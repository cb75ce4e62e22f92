import { type ParseArgsConfig, parseArgs } from 'node:util';

/** What `read` makes of the command line. `--help` ends the process with the usage, a wrong word with its reason, too, and exit code 2. */
export function readCommand<T extends ParseArgsConfig, R>(
  usage: string,
  config: T,
  read: (given: ReturnType<typeof parseArgs<T>>) => R,
): R {
  try {
    return read(parseArgs(config));
  } catch (error) {
    const isHelp = process.argv.includes('--help');
    console.error(isHelp ? usage : `${Error.isError(error) ? error.message : error}\n${usage}`);
    process.exit(isHelp ? 0 : 2);
  }
}

/** @throws Error for what is none of these */
export function choiceOf<T extends string>(flag: string, text: string, known: readonly T[]): T {
  const found = known.find((one) => one === text);
  if (found === undefined) throw new Error(`--${flag} takes ${known.join(', ')}; not ${text || 'nothing'}`);
  return found;
}

/** For the `catch` of a command: the reason alone, and exit code 1. */
export function fail(error: unknown): void {
  console.error(Error.isError(error) ? error.message : error);
  process.exitCode = 1;
}
