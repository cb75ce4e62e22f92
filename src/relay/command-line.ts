import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { StartError } from '#protocol/environment.ts';
import { readOwnFile } from '#protocol/node-files.ts';

export const usage = `skinlens-relay [--config FILE] [--no-open]
skinlens-relay --autostart on|off
skinlens-relay --check

  --config FILE       the configuration file, instead of the one in your configuration folder
  --no-open           do not open the relay's page in the browser
  --autostart on|off  start the relay when you log in, or no longer, and end
  --check             say whether the relay that listens at the configured port is ready, and end
  --version           print the version
  --help              print this`;

export type CommandLine = ReturnType<typeof readCommandLine>;

/** @throws StartError for an unknown option, a missing value, or `--autostart` with another one than on or off */
export function readCommandLine(args: readonly string[]) {
  const { values } = parse(args);
  if (values.config === '') throw new StartError('--config is followed by the path of a file');
  return {
    config: values.config,
    noOpen: values['no-open'],
    autostart: readSwitch(values.autostart),
    check: values.check,
    version: values.version,
    help: values.help,
  };
}

function readSwitch(text: string | undefined): 'on' | 'off' | undefined {
  if (text === undefined || text === 'on' || text === 'off') return text;
  throw new StartError('--autostart is followed by on or off');
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        config: { type: 'string' },
        'no-open': flag,
        autostart: { type: 'string' },
        check: flag,
        version: flag,
        help: flag,
      },
    });
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : 'unknown options');
  }
}

const packageFile = new URL('../../package.json', import.meta.url);

export async function readVersion(): Promise<string> {
  const text = (await readOwnFile(packageFile)).toString('utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
