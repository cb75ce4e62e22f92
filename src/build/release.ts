import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identity } from '#build/identity.ts';

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

/**
 * What only the owner of the accounts can do before this commit is a release: an empty list when all is done.
 * @param tag the tag of the commit, empty when it has none
 */
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

/** The hashes of a folder's files, in the form that `sha256sum --check` reads. */
export const hashLines = (folder: string, files: readonly string[]): string =>
  files.map((file) => `${hash('sha256', readFileSync(join(folder, file)))}  ${file}\n`).join('');

function release(isDry: boolean): void {
  const tag = execFileSync('git', ['tag', '--points-at', 'HEAD'], { encoding: 'utf8' }).trim();
  const missing = missingFor(identity, process.env, tag);
  if (!isDry && missing.length > 0) throw new Error(missing.join('\n'));
  for (const script of scripts) if (!run('npm', 'run', script)) throw new Error(`npm run ${script} failed`);
  const sbom = execFileSync('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'], { encoding: 'utf8' });
  writeFileSync(join(output, 'sbom.json'), sbom);
  // Packages of earlier versions may lie there too.
  const packages = readdirSync(output).filter((file) => file.startsWith(`skinlens-${identity.version}-`));
  const relays = readFileSync(join(output, 'relay', 'SHA256SUMS'), 'utf8');
  writeFileSync(join(output, 'SHA256SUMS'), hashLines(output, packages) + relays);
  const hasSecrets = secrets.every((name) => process.env[name]);
  if (hasSecrets && !run('npm', 'run', 'submit', ...(isDry ? ['--', '--dry-run'] : [])))
    throw new Error('the stores refused the packages');
  const { homepage, support, privacy, addonId } = identity;
  console.log(`\nHome page ${homepage}\nSupport ${support}\nPrivacy ${privacy}\nAdd-on ${addonId}`);
  console.log(`Packages, notes, pictures, sbom.json and SHA256SUMS are in ${output}.`);
  console.log(missing.length > 0 ? `\nOnly the accounts can do:\n- ${missing.join('\n- ')}` : '\nNothing is missing.');
}

if (import.meta.main) release(process.argv.includes('--dry-run'));
