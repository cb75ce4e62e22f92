import { readFile } from 'node:fs/promises';
import { type EnvironmentVariables, StartError } from '#protocol/environment.ts';
import { readConfig } from '#relay/config.ts';
import { errorCode } from '#relay/error-code.ts';
import { createHistoryFile } from '#relay/history/history-file.ts';
import { type ImportFile, readImportFile } from '#relay/history/import-file.ts';
import { readConfigFile } from '#relay/setup/config-file.ts';

/**
 * Imports a file of older prices into the history that the relay with this configuration keeps.
 * @returns what was imported, in lines
 * @throws StartError when the file cannot be read or the history cannot be written
 */
export async function importIntoHistory(path: string, env: EnvironmentVariables, configPath: string): Promise<string> {
  const { historyFile } = readConfig(env, (await readConfigFile(configPath)).file);
  if (historyFile === undefined) throw new StartError('the history is switched off');
  const read = await readPrices(path);
  const history = createHistoryFile(historyFile, Date.now);
  try {
    await history.import(read.prices);
  } catch (error) {
    throw new StartError(`the history ${historyFile} cannot be written (${errorCode(error)})`);
  } finally {
    await history.close();
  }
  return describeImport(read);
}

async function readPrices(path: string): Promise<ImportFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`${path} cannot be read (${errorCode(error)})`);
  });
  try {
    return readImportFile(text, Date.now());
  } catch (error) {
    throw new StartError(
      `${path} was not imported: ${error instanceof TypeError ? error.message : 'it cannot be read'}`,
    );
  }
}

const problems = {
  shape: 'this is not a row of prices',
  name: 'this is not the name of an item',
  market: 'the market is unknown',
  time: 'the time is not in the last 400 days',
  price: 'the price is not a whole number of cents above 0',
} as const;

function describeImport({ prices, badCount, bad }: ImportFile): string {
  const lines = [`${prices.length} prices imported, ${badCount} rows left out`];
  return [...lines, ...bad.map(({ row, problem }) => `row ${row}: ${problems[problem]}`)].join('\n');
}
