// @vitest-environment jsdom
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { permissionReason } from '#popup/settings/privacy-section.tsx';
import { close, open, settle, text } from './screen.tsx';
import { createWorld, start, type World } from './world.ts';

afterEach(close);

/** Opens the part as a click on its title does. */
async function openPart(world: World): Promise<HTMLElement> {
  await open(world);
  const part = [...document.querySelectorAll('details')].find(
    (one) => one.querySelector('summary')?.textContent === 'Privacy',
  );
  if (!part) throw new Error('no such part');
  part.open = true;
  await act(() => void part.dispatchEvent(new Event('toggle')));
  await settle();
  return part;
}

test('everybody who was asked is named, and the relay is known among them', async () => {
  const world = createWorld({ relay: { url: 'https://relay.example/team' } });
  world.worker['request-log'] = async () => [
    { origin: 'https://relay.example', count: 1234, lastAt: start - 4 * 60_000 },
    { origin: 'http://localhost:8787', count: 1, lastAt: start - 3_600_000 },
  ];
  await openPart(world);
  const [relay, other] = document.querySelectorAll('.contacts li');
  expect(relay?.textContent).toBe('https://relay.example is your relay.1,234 requests, the last one 4 min ago');
  expect(other?.textContent).toContain('http://localhost:8787 is not your relay now');
  expect(other?.textContent).toContain('1 request, the last one 1 h ago');
});

test('before anything was asked, that is said', async () => {
  const part = await openPart(createWorld());
  expect(part.textContent).toContain('Nobody yet.');
});

test('the list is followed while it is in sight', async () => {
  const world = createWorld();
  const part = await openPart(world);
  world.worker['request-log'] = async () => [{ origin: 'http://localhost:8787', count: 2, lastAt: start }];
  await act(() => world.clock.advance(3000));
  await settle();
  expect(part.textContent).toContain('2 requests, the last one 3 s ago');
});

test('each permission stands with its reason, and the pages that it runs on', async () => {
  await openPart(createWorld());
  expect(text('.reasons')).toContain('alarmswakes Skinlens when new prices are due');
  expect(text('.reasons')).toContain('storagekeeps your settings');
  expect(text('.reasons')).toContain('csfloat.com');
});

test('a permission that nobody gave a reason for stands out', () => {
  expect(permissionReason('history')).toContain('no reason on record');
});
