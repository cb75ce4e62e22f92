import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The rows of SECURITY.md, each a threat, what stops it, and its proofs. */
const rows = read('.github/SECURITY.md')
  .split('\n')
  .filter((line) => /^\|(?! who \||---)/.test(line))
  .map((line) => line.split('|').slice(1, -1));

/** Threats that no test can stop; their cell says what does. */
const untested = ["read or change the browser's requests"];

test('SECURITY.md names who might do harm, and how', () => {
  const whole = rows.map(([who = '']) => who).join('\n');
  for (const who of ['page', 'extension', 'relay', 'network', 'price API', 'laptop', 'package'])
    expect(whole).toContain(who);
});

test.each(rows)('%s %s: has a proof that exists', (_who, threat = '', _defence, proofs = '') => {
  const named = [...proofs.matchAll(/`(tests\/[^`]+)` "([^"]+)"/g)];
  expect(named.length > 0).toBe(!untested.includes(threat.trim()));
  for (const [, file = '', title = ''] of named) {
    expect(existsSync(new URL(`../${file}`, import.meta.url)), file).toBe(true);
    const start = title.endsWith('…') ? `'${title.slice(0, -1)}` : `'${title}'`;
    expect(read(file).split(start), `${file} ${title}`).toHaveLength(2);
  }
});
