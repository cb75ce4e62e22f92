import { parseArgs } from 'node:util';
import { runProcess, StartError } from '#protocol/node-server.ts';
import { defaultConfigPath } from '#relay/config.ts';
import { startRelay } from '#relay/node.ts';
import { openBrowser } from '#relay/setup/open-browser.ts';

const usage = `skinlens-relay [--config FILE] [--no-open]

  --config FILE  the configuration file, instead of the one in your configuration folder
  --no-open      do not open the setup page in the browser
  --help         print this`;

/** @throws StartError for an unknown option */
function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        config: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : 'unknown options');
  }
}

await runProcess('relay', async () => {
  const options = readArguments();
  if (options.help) {
    console.info(usage);
    process.exit(0);
  }
  const server = await startRelay(process.env, {}, { configPath: options.config ?? defaultConfigPath(process.env) });
  const { url, pageUrl, takenPort, isSample } = server;
  const lines = [
    takenPort === undefined ? '' : `port ${takenPort} is in use by another program`,
    `listening on ${url}`,
    isSample() ? 'serving sample prices until there is a key' : '',
    pageUrl === undefined ? '' : `setup and status: ${pageUrl}`,
  ];
  // Standard output holds the log, one JSON object a line.
  console.error(lines.flatMap((line) => (line ? [`relay: ${line}`] : [])).join('\n'));
  if (pageUrl !== undefined && isSample() && !options['no-open']) openBrowser(pageUrl);
  return server;
});
