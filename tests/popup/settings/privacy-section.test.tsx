import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { createEnvironment, type Environment, start } from '../environment.ts';
import { close, openOptions, settle, text } from '../screen.tsx';

afterEach(close);

async function openPart(env: Environment): Promise<HTMLElement> {
  await openOptions(env);
  const part = [...document.querySelectorAll('details')].find(
    (one) => one.querySelector('summary')?.textContent === 'Requests since the last start or update',
  );
  if (!part) throw new Error('no such part');
  part.open = true;
  await act(() => void part.dispatchEvent(new Event('toggle')));
  await settle();
  return part;
}

test('all requested origins are listed, and the relay is marked', async () => {
  const env = createEnvironment({ relay: { url: 'https://relay.example/team' } });
  env.worker['request-log'] = async () => [
    { origin: 'https://relay.example', count: 1234, lastAt: start - 4 * 60_000 },
    { origin: 'http://localhost:8787', count: 1, lastAt: start - 3_600_000 },
  ];
  await openPart(env);
  const [relay, other] = document.querySelectorAll('.requests li');
  expect(relay?.textContent).toBe('https://relay.example is your relay.1,234 requests, the last one 4 min ago');
  expect(other?.textContent).toContain('http://localhost:8787 is not your current relay');
  expect(other?.textContent).toContain('1 request, the last one 1 h ago');
  const marks = [relay, other].map((one) => one?.querySelector('.mark')?.getAttribute('class'));
  expect(marks).toEqual(['mark good', 'mark warn']);
});

test('the list updates while it is open', async () => {
  const env = createEnvironment();
  const part = await openPart(env);
  env.worker['request-log'] = async () => [{ origin: 'http://localhost:8787', count: 2, lastAt: start }];
  await act(() => env.clock.advance(3000));
  await settle();
  expect(part.textContent).toContain('2 requests, the last one 3 s ago');
});

test('each permission has its reason, and the pages are listed', async () => {
  const env = createEnvironment();
  await openOptions(env);
  // Nothing asks the worker before the list is open.
  expect(env.asked.map(({ kind }) => kind)).not.toContain('request-log');
  expect(text('.reasons')).toContain('alarmswakes Skinlens when new prices are due');
  expect(text('.reasons')).toContain('storagestores your settings');
  expect(text('.reasons')).toContain('csfloat.com');
});

test('whoever gets requests is named', async () => {
  await openOptions(createEnvironment({ relay: { url: 'https://relay.example/' } }));
  expect(text('#privacy p')).toBe(
    'Skinlens sends requests only to https://relay.example, to relays that you test, and to earlier ones that still have your alerts.',
  );
});
