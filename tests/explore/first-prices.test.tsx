import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { settle, text } from '../popup/screen.tsx';
import { close, createEnvironment, itemAt, names, open } from './screen.tsx';

afterEach(close);

/** Explore without any prices, while the worker checks for the first ones. */
async function openEmpty() {
  const env = createEnvironment([]);
  const check = Promise.withResolvers<null>();
  env.worker['first-check'] = () => check.promise;
  await open(env);
  const end = async () => {
    await act(() => check.resolve(null));
    await settle();
  };
  return { env, end };
}

test('until the first prices come, it says so where the rows will be, and counts nothing', async () => {
  const { env, end } = await openEmpty();
  expect(text('.empty')).toBe('Loading prices…');
  expect(document.querySelector('.counts')).toBeNull();
  env.state.items = [itemAt('AK-47 | Redline', 1000)];
  await end();
  expect(names()).toEqual(['AK-47 | Redline']);
});

test('there are none where the check brought none', async () => {
  const { end } = await openEmpty();
  await end();
  expect(text('.empty')).toContain('There are no prices yet.');
});
