import { parseArgs } from 'node:util';
import { runProcess, StartError } from '#protocol/node-server.ts';
import { defaultConfigPath } from '#relay/config.ts';
import { importIntoHistory } from '#relay/history/import-command.ts';
import { startRelay } from '#relay/node.ts';
import { openBrowser } from '#relay/setup/open-browser.ts';

const usage = `skinlens-relay [import FILE] [--config FILE] [--no-open]

  import FILE    adds older prices to the history: CSV or JSON with name, market, time, cents
  --config FILE  the configuration file, instead of the one in your configuration folder
  --no-open      do not open the setup page in the browser
  --help         print this`;

/** @throws StartError for an unknown option */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const [command, file, ...others] = positionals;
    const isImport = command === 'import' && file !== undefined && others.length === 0;
    if (command !== undefined && !isImport) throw new Error(`unknown command ${command}`);
    return { ...values, importFile: file };
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
  const configPath = options.config ?? defaultConfigPath(process.env);
  if (options.importFile !== undefined) {
    console.error(await importIntoHistory(options.importFile, process.env, configPath));
    process.exit(0);
  }
  const server = await startRelay(process.env, {}, { configPath });
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
