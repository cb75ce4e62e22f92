// The first half of the commands: it runs on any Node, also on one that reads no TypeScript.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const needed = 24;

/** What a person has to do before the command can run; `undefined` when nothing. */
function obstacle() {
  const packages = join(import.meta.dirname ?? '', '../../node_modules/zod');
  if (import.meta.dirname && !existsSync(packages)) return 'the packages are missing: run "npm ci" first';
  if (Number(process.versions.node.split('.')[0]) >= needed) return undefined;
  return `this needs Node ${needed} and runs on ${process.version}: "npm ci" brings one for Linux and Windows, unless it is told to leave out optional packages; elsewhere install Node ${needed}`;
}

const text = obstacle();
if (text !== undefined) {
  console.error(text);
  process.exit(1);
}
