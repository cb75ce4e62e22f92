import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identity } from '#build/identity.ts';
import { readCommand } from '#protocol/command-line.ts';

/** What each store asks of the environment, as `wxt submit` names it. */
export const secrets = [
  'CHROME_EXTENSION_ID',
  'CHROME_PUBLISHER_ID',
  'CHROME_SERVICE_ACCOUNT_CLIENT_EMAIL',
  'CHROME_SERVICE_ACCOUNT_PRIVATE_KEY',
  'FIREFOX_JWT_ISSUER',
  'FIREFOX_JWT_SECRET',
];

const scripts = ['zip', 'store', 'notes', 'pack:relay'];
const output = '.output';

/** What only the accounts' owner can do before a release; empty when all is done. @param tag '' for none */
export function missingFor(
  { isPlaceholder, noticesKey, version }: Pick<typeof identity, 'isPlaceholder' | 'noticesKey' | 'version'>,
  env: Readonly<Record<string, string | undefined>>,
  tag: string,
): readonly string[] {
  return [
    ...(isPlaceholder ? ['Put the account in place of OWNER in package.json.'] : []),
    ...(noticesKey === '' ? ['Make the key of notices: npm run notices -- --new-key.'] : []),
    ...(tag === `v${version}` ? [] : [`Tag the commit v${version}: npm version.`]),
    ...secrets.filter((name) => !env[name]).map((name) => `Set the secret ${name}.`),
  ];
}

const run = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, FIREFOX_EXTENSION_ID: identity.addonId } })
    .status === 0;

export const hashLines = (folder: string, files: readonly string[]): string =>
  files.map((file) => `${hash('sha256', readFileSync(join(folder, file)))}  ${file}\n`).join('');

/** The host takes 125,000 characters. */
const maxNotes = 120_000;

/** The notes that a person wrote for this version, else those of the commits, cut at a line. */
export function notesFor(written: string | undefined, generated: string, { homepage, version }: typeof identity) {
  if (written !== undefined) return written.replaceAll('https://github.com/OWNER/skinlens', homepage);
  if (generated.length <= maxNotes) return generated;
  const cut = generated.slice(0, generated.lastIndexOf('\n', maxNotes));
  return `${cut}\n\n[All changes](${homepage}/blob/v${version}/.github/CHANGELOG.md)\n`;
}

const readIfThere = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

function makeParts(isDry: boolean): readonly string[] {
  const failed = scripts.filter((script) => !run('npm', 'run', script));
  mkdirSync(output, { recursive: true });
  const notes = join(output, 'notes.md');
  writeFileSync(
    notes,
    notesFor(readIfThere(`.github/notes/${identity.version}.md`), readIfThere(notes) ?? '', identity),
  );
  const sbom = spawnSync('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'], { encoding: 'utf8' });
  writeFileSync(join(output, 'sbom.json'), sbom.stdout);
  // Packages of earlier versions may lie there too.
  const packages = readdirSync(output).filter((file) => file.startsWith(`skinlens-${identity.version}-`));
  const relays = readIfThere(join(output, 'relay', 'SHA256SUMS')) ?? '';
  writeFileSync(join(output, 'SHA256SUMS'), hashLines(output, packages) + relays);
  const submits = failed.length === 0 && secrets.every((name) => process.env[name]);
  const isRefused = submits && !run('npm', 'run', 'submit', ...(isDry ? ['--', '--dry-run'] : []));
  return [
    ...failed.map((script) => `npm run ${script} failed: its own words are above.`),
    ...(sbom.status === 0 ? [] : ['npm sbom failed.']),
    ...(isRefused ? ['The stores refused the packages.'] : []),
  ];
}

const listOf = (title: string, lines: readonly string[]): string =>
  lines.length > 0 ? `\n${title}:\n- ${lines.join('\n- ')}` : '';

/** @returns the exit code */
function release(isDry: boolean): number {
  const tag = spawnSync('git', ['tag', '--points-at', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  const missing = missingFor(identity, process.env, tag);
  const accounts = listOf('Only the accounts can do', missing);
  if (!isDry && missing.length > 0) {
    console.error(accounts);
    return 1;
  }
  const failed = makeParts(isDry);
  const { homepage, support, privacy, addonId } = identity;
  console.log(`\nHome page ${homepage}\nSupport ${support}\nPrivacy ${privacy}\nAdd-on ${addonId}`);
  console.log(`Packages, notes, pictures, sbom.json and SHA256SUMS are in ${output}.`);
  console.log(accounts + listOf('Failed', failed) || '\nNothing is missing.');
  return failed.length > 0 ? 1 : 0;
}

const usage = `usage: npm run release [-- --dry-run]
  --dry-run: submits nothing`;

if (import.meta.main) {
  const options = { 'dry-run': { type: 'boolean', default: false } } as const;
  process.exitCode = release(readCommand(usage, { options }, ({ values }) => values['dry-run']));
}
